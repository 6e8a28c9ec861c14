/** Bytes that are looked at before it is known how a text is written. */
const sampleBytes = 64;

/**
 * Gives UTF-16LE, which PowerShell and the tools of Windows print into a pipe now and then, as UTF-8, and leaves anything
 * else as it is. It is known by its mark, or by zeros in every second place. A character that is cut waits for its rest.
 */
export function createUtf16Reader(): (bytes: Buffer) => Buffer {
  let decoder: TextDecoder | null | undefined;
  return (bytes) => {
    if (decoder === undefined && bytes.length > 0) decoder = isUtf16(bytes) ? new TextDecoder('utf-16le') : null;
    return decoder ? Buffer.from(decoder.decode(bytes, { stream: true }), 'utf8') : bytes;
  };
}

function isUtf16(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, sampleBytes);
  if (sample[0] === 0xff && sample[1] === 0xfe) return true;
  const odd = sample.filter((_, index) => index % 2 === 1);
  return odd.length > 1 && odd.filter((byte) => byte === 0).length > odd.length / 2;
}
