// Text files that are stored compressed.

/** The text of a file that is compressed with gzip. Raises an Error if it cannot be loaded. @param {URL} address
 * @param {string} name  what it holds */
export async function fetchText(address, name) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the ${name} could not be loaded`);
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  // Some web servers announce the compression, so that the browser has removed it.
  if (first !== 0x1f || second !== 0x8b) return new TextDecoder().decode(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
