// The verdicts, and which of them bodies show under a filter.

export const verdictNames = ["disjoint", "touching", "overlapping"];
export const stateNames = [...verdictNames, "kept", "suppressed"];
export const noVerdict = -1;  // of a body whose pairs are all hidden

// Numbers of pairs by verdict.
export function countVerdicts(feature) {
  const counts = [0, 0, 0];
  for (const bits of feature) ++counts[bits & 3];
  return counts;
}

// By body: the worst verdict of its shown pairs. A body without pairs counts as disjoint.
export function worstVerdicts(bodies, pair, feature, isShown) {
  const worst = new Int8Array(bodies).fill(noVerdict), hasPairs = new Uint8Array(bodies);
  for (let i = 0; i < feature.length; ++i) {
    const a = pair[2 * i], b = pair[2 * i + 1], verdict = feature[i] & 3;
    hasPairs[a] = hasPairs[b] = 1;
    if (!isShown[verdict]) continue;
    if (verdict > worst[a]) worst[a] = verdict;
    if (verdict > worst[b]) worst[b] = verdict;
  }
  if (isShown[0]) for (let i = 0; i < bodies; ++i) if (!hasPairs[i]) worst[i] = 0;
  return worst;
}
