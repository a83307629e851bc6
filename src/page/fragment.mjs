// What a page shows, as the fragment of its address: #x=1.5&y=2&scale=40&hide=disjoint&layers=mtv,points&body=7

export function writeFragment(state) {
  const words = [];
  for (const [name, value] of Object.entries(state)) {
    if (value !== undefined && value !== null && value !== "") words.push(`${name}=${encodeURIComponent(value)}`);
  }
  return "#" + words.join("&").replaceAll("%2C", ",");
}

// The words of a fragment; a word that cannot be decoded is left out.
export function readFragment(fragment) {
  const state = {};
  for (const word of fragment.replace(/^#/, "").split("&")) {
    const at = word.indexOf("=");
    if (at <= 0) continue;
    try {
      state[word.slice(0, at)] = decodeURIComponent(word.slice(at + 1));
    } catch { /* a broken escape */ }
  }
  return state;
}

// The number of a word, or the other value if the word is absent or no finite number.
export function numberOf(word, otherwise) {
  return word === undefined || word.trim() === "" || !Number.isFinite(Number(word)) ? otherwise : Number(word);
}
