// The memory of the module, the arguments in it, and calls of its functions.
import { codeName, outOfMemory, SatchelError } from './errors.mjs';
import { layouts } from './layouts.mjs';
import { rowClasses, Rows } from './results.mjs';

const statusBytes = 64, optionsBytes = 24, structsBytes = 168, pairListBytes = 28;

// Calls the module. If it ends itself, that error is thrown.
export function orEnded(state, call) {
  try {
    return call();
  } catch (error) {
    throw state.ended ?? error;
  }
}

export class Memory {
  constructor(exports, state) {
    this.exports = exports;
    this.state = state;  // `ended`: null, or the error with which the module ended itself
    this.bytes = null;
    this.progress = null;  // of the call that runs
    this.refuses = false;  // calls: while `progress` runs, and once the module has ended itself
    this.thrown = null;  // what it threw, in an array
    this.status = this.allocate(statusBytes + optionsBytes + structsBytes + pairListBytes + 4 + 72);
    this.options = this.status + statusBytes;
    this.structs = this.options + optionsBytes;  // options of one question (options.mjs), trajectories, or a pose
    this.list = this.structs + structsBytes;  // the pairs of a question
    this.number = this.list + pairListBytes + 4;  // what calls write one number to: an id, a count, a pose, ...
    this.arena = { address: 0, bytes: 0 };
  }

  get buffer() { return this.exports.memory.buffer; }
  get data() {
    if (this.bytes?.buffer !== this.buffer) this.bytes = new DataView(this.buffer);
    return this.bytes;
  }

  // An address is a number of 32 bits, of which the memory takes 31: malloc would take a larger size modulo 2^32.
  allocate(bytes) {
    this.checkIdle();
    if (!(bytes < 2 ** 31)) throw outOfMemory();
    const address = orEnded(this.state, () => this.exports.malloc(Math.max(bytes, 1)));
    if (address === 0) throw outOfMemory();
    return address;
  }
  free(address) {
    this.checkIdle();
    this.exports.free(address);
  }

  // ---- calls ----------------------------------------------------------------------------------------------------------

  function(name) {
    this.checkIdle();
    const called = this.exports[`satchel_${name}`];
    if (called === undefined) throw new SatchelError(`this module was built without ${name}`, 'unsupported');
    return called;
  }

  // Calls a function that returns a status, and throws if that is an error; `code` returns its code.
  call(name, ...parameters) {
    return this.check(this.code(name, ...parameters));
  }
  code(name, ...parameters) {
    const called = this.function(name);
    try {
      called(this.status, ...parameters);
    } catch (error) {
      throw this.state.ended ?? error;
    }
    if (this.thrown !== null) {
      const [error] = this.thrown;
      this.thrown = this.progress = null;
      throw error;
    }
    return this.data.getInt32(this.status, true);
  }
  check(code) {
    this.progress = null;  // it may refer to a scene that nobody else knows any more
    if (code === 0) return;
    const text = this.text(this.exports.satchel_message(this.status));
    throw new SatchelError(text, codeName(code), Number(this.data.getBigUint64(this.status + 8, true)));
  }

  // Calls `progress`; false ends the call. What it throws ends the call too, which then throws it (`code`): thrown through the module's
  // own functions it would leave their stack as it is.
  report(done, all) {
    this.refuses = true;
    try {
      return this.progress?.(done, all) !== false;
    } catch (error) {
      this.thrown = [error];
      return false;
    } finally {
      this.refuses = false;
    }
  }
  // Refuses calls of a module that has ended itself, and from within `progress`: their arguments would lie where those of the call that
  // runs do.
  checkIdle() {
    if (!this.refuses) return;
    if (this.state.ended !== null) throw this.state.ended;
    throw new SatchelError('a call from within progress, which can make none of this load() before the call that reports ends', 'unsupported');
  }

  isNoRoom(code) { return codeName(code) === 'no_room'; }
  // The first of the numbers that a message needs: after no_room, how many elements there are.
  get firstNumber() { return Number(this.data.getBigUint64(this.status + 16, true)); }

  text(address) {
    const bytes = new Uint8Array(this.buffer);
    let end = address;
    while (bytes[end] !== 0) ++end;
    return new TextDecoder().decode(bytes.slice(address, end));
  }

  // The handle of a scene or an index that a call is given: an address in this memory.
  handleOf(held, kind, name = kind) {
    if (!(held instanceof Held) || held.kind !== kind) {
      throw new TypeError(`${name}: ${kind === 'index' ? 'an' : 'a'} ${kind} is needed`);
    }
    if (held.memory !== this) throw new TypeError(`${name}: it is of another load(); a call takes what one load() has made`);
    return held.handle;
  }

  // ---- arguments ------------------------------------------------------------------------------------------------------

  // Puts arrays into the memory of the module for one call: [values, typed array class, elements a row, name] each.
  // Returns addresses and numbers of rows. A typed array that lies in the memory already is taken as it is.
  put(...given) {
    this.checkIdle();
    const taken = given.map(([argument, Type, row, name]) => {
      let values = arrayOf(argument, Type, row, name);
      const there = values instanceof Type && values.buffer === this.buffer;
      if (!there && values.buffer === this.buffer) values = Array.from(values);  // growing memory would empty the view
      return { values, Type, length: values.length / row, address: there ? values.byteOffset : -1 };
    });
    let bytes = 0;
    for (const one of taken) {
      if (one.address >= 0) continue;
      one.offset = bytes;
      bytes += Math.ceil(one.values.length * one.Type.BYTES_PER_ELEMENT / 8) * 8;
    }
    this.reserve(bytes);
    for (const one of taken) {
      if (one.address >= 0) continue;
      one.address = this.arena.address + one.offset;
      new one.Type(this.buffer, one.address, one.values.length).set(one.values);
    }
    return taken;
  }
  reserve(bytes) {
    if (bytes <= this.arena.bytes) return;
    this.free(this.arena.address);
    this.arena = { address: 0, bytes: 0 };
    this.arena = { address: this.allocate(2 * bytes), bytes: 2 * bytes };
  }

  // Writes the options of a call and returns their address; 0 for none. `progress(done, all)` returns false to end it.
  run(options) {
    if (options?.progress === undefined) return 0;
    this.progress = options.progress;
    const { data, options: at } = this;
    data.setUint32(at, optionsBytes, true);
    for (let k = 4; k < optionsBytes; k += 4) data.setUint32(at + k, 0, true);
    data.setUint32(at + 16, this.exports.satchel_progress_function(), true);
    return at;
  }

  // Writes doubles, or words of 32 bits, `offset` bytes from the start of `structs`, and returns their address.
  words(offset, values) {
    this.checkIdle();
    const { data } = this, at = this.structs + offset;
    for (let k = 0; k < values.length; ++k) data.setUint32(at + 4 * k, values[k], true);
    return at;
  }
  numbers(offset, values) {
    this.checkIdle();
    const { data } = this, at = this.structs + offset;
    for (let k = 0; k < values.length; ++k) data.setFloat64(at + 8 * k, values[k], true);
    return at;
  }
  // The pairs of a question, `periods` and `other` 0 where there are none; returns their address.
  pairList(scene, other, { address, length }, periods) {
    const [plain, images] = periods === 0 ? [address, 0] : [0, address];
    return this.words(this.list - this.structs, [pairListBytes, scene, other, plain, length, images, periods]);
  }

  // ---- what calls write -----------------------------------------------------------------------------------------------

  id() { return this.data.getUint32(this.number, true); }
  count() { return this.data.getUint32(this.number, true); }
  doubles(n) { return Array.from({ length: n }, (_, k) => this.data.getFloat64(this.number + 8 * k, true)); }
}

// The numbers of an argument, as an array or a typed array: what is given, the numbers of rows, or 0 and 1 for flags.
export function arrayOf(values, Type, row, name) {
  if (values instanceof Rows) {
    if (values.stride !== row * Type.BYTES_PER_ELEMENT) {
      throw new SatchelError(`${name}: these rows are of another kind`, 'size_mismatch');
    }
    values = values.view(Type === Float64Array ? 'd' : Type === Float32Array ? 'f' : 'u');
  }
  if (typeof values?.length !== 'number') throw new TypeError(`${name}: an array or a typed array is needed`);
  if (values.length % row !== 0) {
    throw new SatchelError(`${name}: ${values.length} numbers, no multiple of ${row}`, 'size_mismatch');
  }
  if (Type === Uint32Array) checkIndices(values, name);
  if (Type === Float64Array || Type === Float32Array) checkNumbers(values, name);
  if (Type === Uint8Array && !(values instanceof Uint8Array)) values = Uint8Array.from(values, (flag) => (flag ? 1 : 0));
  return values;
}

// A point or the like, [x, y].
export function twoNumbers(values, name) {
  if (typeof values?.length !== 'number') throw new TypeError(`${name}: an array or a typed array is needed`);
  checkNumbers(values, name);
  if (values.length === 2) return values;
  throw new SatchelError(`${name}: [x, y] is needed, ${values.length} numbers given`, 'size_mismatch');
}

// One number. What is none, such as null, a call of the module would take as 0.
export function oneNumber(value, name) {
  if (typeof value === 'number') return value;
  throw new TypeError(`${name} is ${String(value)}: give a number`);
}
// Those of an object, in its order, by their names.
export function theNumbers(named) { return Object.entries(named).map(([name, value]) => oneNumber(value, name)); }

// One index or count, which a call of the module would take modulo 2^32.
export function wholeNumber(value, name) {
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value;
  throw new SatchelError(`${name} is ${String(value)}: give an integer from 0 to below 2^32`, 'out_of_range');
}

// Refuses numbers that are no integers of 32 bits, which a Uint32Array would change.
function checkIndices(values, name) {
  if (ArrayBuffer.isView(values) && !(values instanceof Float64Array || values instanceof Float32Array)) return;
  for (let k = 0; k < values.length; ++k) {
    if (Number.isInteger(values[k]) && values[k] >= -(2 ** 31) && values[k] < 2 ** 32) continue;  // images may be negative
    throw new SatchelError(`${name}[${k}] is ${values[k]}: give integers below 2^32`, 'out_of_range', k);
  }
}

// Refuses what a Float64Array would make numbers of: null would be 0.
function checkNumbers(values, name) {
  if (ArrayBuffer.isView(values)) return;
  for (let k = 0; k < values.length; ++k) {
    if (typeof values[k] !== 'number') throw new TypeError(`${name}[${k}] is ${String(values[k])}: give numbers`);
  }
}

// Frees what a Held has in the module's memory: its own address, then those of its rooms. Nothing here leads back to the Held, so
// that an engine can tell when nobody knows it any more.
function release({ memory, kind, addresses: [own, ...rooms] }) {
  if (memory.state.ended !== null) return;  // nothing can be freed any more
  memory.function(`${kind}_destroy`)(own);
  for (const room of rooms) memory.free(room);
}
const forgotten = new FinalizationRegistry(release);

// Room for the rows of one question, kept from call to call. Its rows know their owner, and so it lives as long as they do.
export class Room {
  constructor(owner, kind) {
    this.owner = owner;
    this.memory = owner.memory;
    this.Rows = rowClasses[kind];
    this.layout = layouts[kind][owner.precision];
    this.place = owner.held.addresses.push(0) - 1;
    this.room = 0;
  }
  get address() { return this.owner.held.addresses[this.place]; }
  set address(address) { this.owner.held.addresses[this.place] = address; }
  reserve(rows) {
    if (rows <= this.room) return this.address;
    this.memory.free(this.address);
    this.room = this.address = 0;
    this.address = this.memory.allocate(rows * this.layout.size);
    this.room = rows;
    return this.address;
  }
  rows(length) { return new this.Rows(this.layout, this.memory, this.address, length, this.owner); }

  // Calls ask(address, room), which returns a code, again with the room that it needs if that was too little; the rows
  // are as many as the count that it wrote.
  list(first, ask) {
    this.reserve(first);
    let code = ask(this.address, this.room);
    if (this.memory.isNoRoom(code)) {
      this.reserve(this.memory.firstNumber);
      code = ask(this.address, this.room);
    }
    this.memory.check(code);
    return this.rows(this.memory.count());
  }
}

// What the module keeps for a program: a scene, an index, pairs. `kind` begins the names of its functions, `subject` the error
// after its end. It is freed by dispose(), or some time after nobody knows it any more.
export class Held {
  constructor(memory, kind, subject, precision) {
    this.memory = memory;
    this.kind = kind;
    this.subject = subject;
    this.precision = precision;
    this.suffix = precision === 'float64' ? '_d' : '';
  }
  create(...parameters) {
    this.memory.call(`${this.kind}_create`, ...parameters);
    this.hold(this.memory.id());
  }
  hold(address) {
    this.held = { memory: this.memory, kind: this.kind, addresses: [address] };
    this.rooms = {};
    forgotten.register(this, this.held, this.held);
  }

  // The handle, as long as it is there.
  get handle() {
    this.memory.checkIdle();
    const [address] = this.held.addresses;
    if (address === 0) throw new SatchelError(`${this.subject} been disposed`, 'null_pointer');
    return address;
  }

  // Frees its memory.
  dispose() {
    if (this.held.addresses[0] === 0) return;
    if (this.memory.state.ended === null) this.memory.checkIdle();
    forgotten.unregister(this.held);
    release(this.held);
    this.held.addresses = [0];
    this.rooms = {};
  }
  // For `using`. Engines and compilers that have it know the symbol, or ask for this one.
  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() { this.dispose(); }

  // The room of one question's results.
  room(name, kind) { return (this.rooms[name] ??= new Room(this, kind)); }
}
