// Detections: bodies with scores, and which of them non-maximum suppression keeps: by falling score, each that has no IoU above the
// threshold with one that is kept.

// The intersection over the union of two bodies.
export function iou(kernel, a, b) {
  const area = kernel.scene.overlapAreas([a, b, a, a, b, b]);
  const [both, ofA, ofB] = [0, 1, 2].map((k) => area.value(k));
  return both === 0 ? 0 : both / (ofA + ofB - both);
}

// By body: 1 if kept. `pairs`: those that overlap.
export function keptBodies(kernel, score, exists, pairs, threshold) {
  const kept = new Uint8Array(score.length), rivals = Array.from(score, () => []);
  for (let k = 0; k < pairs.length; k += 2) {
    rivals[pairs[k]].push(pairs[k + 1]);
    rivals[pairs[k + 1]].push(pairs[k]);
  }
  const order = [...score.keys()].filter(exists).sort((i, k) => score[k] - score[i] || i - k);
  for (const body of order) if (!rivals[body].some((other) => kept[other] && iou(kernel, body, other) > threshold)) kept[body] = 1;
  return kept;
}
