// The layouts of results: for each field its type and its offset in bytes, in both precisions. Those of satchel/c/results.h,
// which never change; the module's tests compare them.

// r: a number of the scene's precision, d: a double, u: 32 bits without sign, i: with sign.
function layout(fields, size32, size64) {
  const of = (real) => {
    const offsets = {};
    let offset = 0;
    for (const [name, type] of Object.entries(fields)) {
      const bytes = type === 'd' || (type === 'r' && real === 8) ? 8 : 4;
      offset = Math.ceil(offset / bytes) * bytes;
      offsets[name] = { type: type === 'r' ? (real === 8 ? 'd' : 'f') : type, offset };
      offset += bytes;
    }
    return { fields: offsets, size: real === 8 ? size64 : size32 };
  };
  return { float32: of(4), float64: of(8) };
}

export const layouts = {
  pairs: layout({ a: 'u', b: 'u' }, 8, 8),
  contacts: layout({ normalX: 'r', normalY: 'r', separation: 'r', feature: 'u' }, 16, 32),
  hits: layout({ a: 'u', b: 'u', index: 'u', normalX: 'r', normalY: 'r', separation: 'r', feature: 'u' }, 28, 48),
  manifolds: layout({
    normalX: 'r', normalY: 'r', feature: 'u', count: 'u',
    x0: 'r', y0: 'r', separation0: 'r', id0: 'u', x1: 'r', y1: 'r', separation1: 'r', id1: 'u',
  }, 48, 88),
  distances: layout({
    normalX: 'r', normalY: 'r', distance: 'r', feature: 'u', pointAX: 'r', pointAY: 'r', pointBX: 'r', pointBY: 'r',
  }, 32, 64),
  impacts: layout({ time: 'r', normalX: 'r', normalY: 'r', hit: 'u' }, 16, 32),
  overlaps: layout({ area: 'r', iou: 'r', fraction: 'r' }, 12, 24),
  pieces: layout({ pair: 'u', start: 'u', count: 'u', partA: 'u', partB: 'u' }, 20, 20),
  found: layout({ query: 'u', body: 'u' }, 8, 8),
  foundImages: layout({ query: 'u', body: 'u', imageX: 'i', imageY: 'i' }, 16, 16),
  rayHits: layout({ time: 'd', normalX: 'd', normalY: 'd', body: 'u' }, 32, 32),
  firstHits: layout({ step: 'i', obstacle: 'u' }, 8, 8),
  imagePairs: layout({ a: 'u', b: 'u', imageX: 'i', imageY: 'i' }, 16, 16),
  imageHits: layout({
    a: 'u', b: 'u', imageX: 'i', imageY: 'i', index: 'u', normalX: 'r', normalY: 'r', separation: 'r', feature: 'u',
  }, 36, 56),
  partManifolds: layout({
    pair: 'u', partA: 'u', partB: 'u', normalX: 'r', normalY: 'r', feature: 'u', count: 'u',
    x0: 'r', y0: 'r', separation0: 'r', id0: 'u', x1: 'r', y1: 'r', separation1: 'r', id1: 'u',
  }, 60, 104),
  foundRayHits: layout({ query: 'u', time: 'd', normalX: 'd', normalY: 'd', body: 'u' }, 40, 40),
  nearBodies: layout({
    query: 'u', body: 'u', normalX: 'r', normalY: 'r', distance: 'r', feature: 'u',
    pointAX: 'r', pointAY: 'r', pointBX: 'r', pointBY: 'r',
  }, 40, 72),
  pushes: layout({ x: 'd', y: 'd', left: 'u', isShortest: 'u' }, 24, 24),
  numbers: layout({ value: 'r' }, 4, 8),
  vertices: layout({ x: 'r', y: 'r' }, 8, 16),
};
