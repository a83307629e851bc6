// The data of a page: a JSON object whose `arrays` are typed arrays as text, "TYPE:BASE64".

const arrayTypes = { u8: Uint8Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };

function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export function decodeArray(text) {
  const colon = text.indexOf(":"), Type = arrayTypes[text.slice(0, colon)];
  if (!Type) throw new Error(`the data has an array of unknown type: ${text.slice(0, 12)}`);
  return new Type(bytesOfBase64(text.slice(colon + 1)).buffer);
}

// The same object with its arrays decoded, beside its other members.
export function decode(data) {
  const decoded = { ...data };
  delete decoded.arrays;
  for (const [name, text] of Object.entries(data.arrays)) decoded[name] = decodeArray(text);
  return decoded;
}
