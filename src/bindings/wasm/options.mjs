// The options of calls, as structs in the memory of the module. Arrays among them are put there together with the other arguments
// of a call: `pairArrays` and `queryArrays` name them, in the order in which `pairOptions` and `queryOptions` take them back.
import { SatchelError } from './errors.mjs';
import { oneNumber, wholeNumber } from './memory.mjs';

const filterBytes = 24;

// 64 bits of a filter: a BigInt, or a number that is one integer alone, which those beyond 2^53 are not.
function bitsOf(value, name, index, isMask) {
  if (isMask && (value === -1 || value === -1n)) return 2n ** 64n - 1n;
  const bits = Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof bits === 'bigint' && bits >= 0n && bits < 2n ** 64n) return bits;
  const all = isMask ? '; -1 is all bits' : '';
  throw new SatchelError(`${name} is ${String(value)}: give an integer from 0 to 2^53 - 1, or a BigInt from 0n to below 2n ** 64n${all}`,
    'out_of_range', index);
}

// Filters {category, mask, group, isStatic} as bytes. What is left out is that of a body that meets all others.
function filterArray(filters = [], name) {
  const bytes = new Uint8Array(filterBytes * filters.length), data = new DataView(bytes.buffer);
  filters.forEach(({ category = 1, mask = -1, group = 0, isStatic = false } = {}, k) => {
    if (typeof group !== 'number' || group !== (group | 0)) {
      throw new SatchelError(`${name}[${k}].group is ${String(group)}: give an integer of 32 bits`, 'out_of_range', k);
    }
    data.setBigUint64(filterBytes * k, bitsOf(category, `${name}[${k}].category`, k, false), true);
    data.setBigUint64(filterBytes * k + 8, bitsOf(mask, `${name}[${k}].mask`, k, true), true);
    data.setInt32(filterBytes * k + 16, group, true);
    data.setUint8(filterBytes * k + 20, isStatic ? 1 : 0);
  });
  return [bytes, Uint8Array, filterBytes, name];
}

// How far nearest bodies may be.
export function maxDistanceOf(options) {
  const { maxDistance = Infinity } = options ?? {};
  return oneNumber(maxDistance, 'maxDistance');
}

const span = ({ address, length }) => [address, length];

// The lengths after which a world repeats, [x, y].
export function periodsArray(options) { return [options?.periods ?? [], Float64Array, 2, 'periods']; }
export function periodsAt({ address, length }) {
  if (length !== 1) throw new SatchelError(`periods: [x, y] is needed, ${2 * length} numbers given`, 'size_mismatch');
  return address;
}

const defaultPairs = 2 ** 28;
export function pairArrays(options) {
  return [
    filterArray(options?.filters, 'filters'), [options?.worlds ?? [], Uint32Array, 1, 'worlds'],
    [options?.margins ?? [], Float64Array, 1, 'margins'], [options?.motions ?? [], Float64Array, 3, 'motions'],
  ];
}
// size, max_pairs, margin, filters, worlds, margins, motions, unsorted, broad_phase, options.
export function pairOptions(memory, options, [filters, worlds, margins, motions]) {
  const { maxPairs = defaultPairs, margin = 0, sorted } = options ?? {}, most = wholeNumber(maxPairs, 'maxPairs');
  if (most === 0) throw new SatchelError('maxPairs is 0: give the most pairs that you take', 'out_of_range');
  const at = memory.words(0, [64, most, 0, 0, ...span(filters), ...span(worlds),
    ...span(margins), ...span(motions), sorted === false ? 1 : 0, 0, memory.run(options)]);
  memory.data.setFloat64(at + 8, oneNumber(margin, 'margin'), true);
  return at;
}

export function queryArrays(options) {
  return [
    filterArray(options?.filters, 'filters'), [options?.worlds ?? [], Uint32Array, 1, 'worlds'],
    filterArray(options?.queryFilters, 'queryFilters'), [options?.queryWorlds ?? [], Uint32Array, 1, 'queryWorlds'],
    [options?.ignored ?? [], Uint32Array, 1, 'ignored'],
  ];
}
// size, index, filters, worlds, filters and worlds of the queries, ignored bodies, options, ray_boundary and ray_exits.
export function queryOptions(memory, options, index, arrays) {
  const start = options?.fromInside ?? 'solid';
  if (start !== 'solid' && start !== 'boundary') {
    throw new SatchelError(`fromInside ${start}: give "solid" or "boundary"`, 'unknown_value');
  }
  const ofRays = (start === 'boundary' ? 1 : 0) + (options?.exits ? 256 : 0);
  return memory.words(0, [56, index, ...arrays.flatMap(span), memory.run(options), ofRays]);
}
// Those of a query without an index, of all bodies.
const noArrays = Array.from({ length: 5 }, () => ({ address: 0, length: 0 }));
export function queryRun(memory, options) { return queryOptions(memory, options, 0, noArrays); }

// size, rounds, last_motions, front_tolerance, options.
export function pushOutOptions(memory, options, motions) {
  const { rounds = 64, frontTolerance = 0 } = options ?? {};
  const at = memory.words(0, [32, wholeNumber(rounds, 'rounds'), ...span(motions), 0, 0, memory.run(options), 0]);
  memory.data.setFloat64(at + 16, oneNumber(frontTolerance, 'frontTolerance'), true);
  return at;
}

// size, leaves_start, tolerance, max_angle, options, without_points.
export function sweepOptions(memory, options) { return sweepRules(memory, 0, options, memory.run(options)); }
// The same with the options of a query, which stand before them.
export function castOptions(memory, options, query) { return sweepRules(memory, 64, options, query); }
function sweepRules(memory, offset, options, more) {
  const { leavesStart, tolerance = 0, maxAngle = 64, points } = options ?? {}, angle = oneNumber(maxAngle, 'maxAngle');
  const at = memory.words(offset, [32, leavesStart ? 1 : 0, 0, 0, 0, 0, more, points === false ? 1 : 0]);
  memory.data.setFloat64(at + 8, oneNumber(tolerance, 'tolerance'), true);
  memory.data.setFloat64(at + 16, angle === 0 ? Number.MIN_VALUE : angle, true);  // 0 would be the default; no motion is so small
  return at;
}
