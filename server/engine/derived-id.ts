import { createHash } from 'node:crypto';

/** The same id for the same words, a UUID of version 8 (RFC 9562): what is made twice under it is made once. */
export function derivedId(words: string): string {
  const bytes = createHash('sha256').update(words).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const digits = bytes.toString('hex');
  return [0, 8, 12, 16, 20].map((from, at, all) => digits.slice(from, all[at + 1] ?? 32)).join('-');
}
