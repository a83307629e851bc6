// Errors: what the module throws.

// The names of codes by their numbers in satchel/c/status.h; a test compares them.
const codes = [
  'ok', 'not_finite', 'out_of_range', 'too_few_vertices', 'too_many_vertices', 'repeated_vertex', 'closed_ring',
  'equal_ends', 'collinear', 'clockwise', 'not_convex', 'not_simple', 'meets_itself', 'bad_hole', 'bad_radius',
  'unsupported', 'bad_rotation', 'bad_starts', 'size_mismatch', 'no_parts', 'nested_compound', 'bad_shape', 'bad_body',
  'removed_body', 'too_many', 'bad_margin', 'too_many_pairs', 'no_room', 'overlapping_parts', 'bad_threshold', 'bad_box',
  'bad_ray', 'unknown_isa', 'unavailable_isa', 'cancelled', 'no_memory', 'internal',
  'bad_edge', 'bad_neighbour', 'bad_angle', 'bad_distance', 'other_scene', 'changed_scene', 'left_out',
];
const ownCodes = [
  'null_pointer', 'misaligned', 'wrong_precision', 'unknown_value', 'wrong_size', 'bad_executor', 'wrong_abi', 'not_taken',
];

export function codeName(code) {
  return (code < 200 ? codes[code] : ownCodes[code - 200]) ?? `code ${code}`;
}

// A call that is refused or fails. `code` names the reason as satchel/error.hpp does ("bad_body", "no_memory", ...; "no_module":
// load() found no module),
// `index` is the offending item: vertex, pair, body, ...; 0 if there is none.
export class SatchelError extends Error {
  constructor(message, code, index = 0) {
    super(message);
    this.name = 'SatchelError';
    this.code = code;
    this.index = index;
  }
}

export function outOfMemory() {
  return new SatchelError('out of memory: the module has at most 2 GiB', 'no_memory');
}
