// Candidate pairs that are kept from frame to frame: new ones are found for the bodies that changed alone.
import { layouts } from './layouts.mjs';
import { Held, oneNumber } from './memory.mjs';
import { pairArrays, pairOptions } from './options.mjs';
import { rowClasses } from './results.mjs';
import { precisionNumber } from './scene.mjs';

// `memory` is that of the module; load() makes a class that knows it.
export class KeptPairs extends Held {
  // options.fat: 0, or by how much the boxes that are looked for are larger on every side.
  constructor(memory, precision = 'float32', { fat = 0 } = {}) {
    super(memory, 'kept_pairs', 'the pairs have', precision);
    this.create(precisionNumber(precision), oneNumber(fat, 'fat'), memory.number);
  }

  // Makes these the pairs that findPairs finds in the scene as it is, with the same options. index: of the scene, as it is now.
  // options.changes: whether to list what was added and what ended.
  update(scene, index, options) {
    const { memory } = this;
    const at = pairOptions(memory, options, memory.put(...pairArrays(options)));
    memory.call('kept_pairs_update', this.handle, memory.handleOf(scene, 'scene'), memory.handleOf(index, 'index'),
      options?.changes ? 1 : 0, at);
  }

  // All pairs; those that were none before the last update; those that are none since. Rows that hold until the next update.
  get pairs() { return this.list(0); }
  get added() { return this.list(1); }
  get ended() { return this.list(2); }
  get memoryBytes() { return this.memory.function('kept_pairs_memory_bytes')(this.handle); }

  list(which) {
    const { memory } = this;
    memory.call('kept_pairs_list', this.handle, which, memory.number, memory.number + 8);
    return new rowClasses.pairs(layouts.pairs[this.precision], memory, memory.id(), memory.data.getUint32(memory.number + 8, true),
      this);
  }
}
