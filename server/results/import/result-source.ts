import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Bytes that can be read from their beginning as often as needed: once to tell the format, once to read the results. */
export type ResultSource = () => AsyncIterable<Buffer>;

export function sourceOfFile(path: string): ResultSource {
  return () => createReadStream(path, { highWaterMark: 256 * 1024 });
}

export function sourceOfBytes(bytes: Buffer): ResultSource {
  return () => Readable.from([bytes]);
}

/** Bytes that were kept gzipped. */
export function sourceOfGzip(bytes: Buffer): ResultSource {
  return () => Readable.from([bytes]).pipe(createGunzip());
}
