import { crc32, deflateRawSync } from 'node:zlib';

interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer | string;
  /** Unix mode with its kind, such as 0o120777 for a link. */
  readonly mode?: number;
  /** What the headers say instead of the truth. */
  readonly saysBytes?: number;
  readonly flags?: number;
}

/** A ZIP file with whatever is asked for in it, also what no honest program packs. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0o100644, saysBytes, flags = 0x800 } of entries) {
    const path = Buffer.from(name);
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = fields([
      [2, 20],
      [2, flags],
      [2, 8],
      [2, 0],
      [2, 33],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, saysBytes ?? bytes.length],
      [2, path.length],
      [2, 0],
    ]);
    const here = Buffer.concat([fields([[4, 0x04034b50]]), common, path, packed]);
    central.push(
      fields([
        [4, 0x02014b50],
        [2, 0x0314],
      ]),
      common,
      fields([
        [2, 0],
        [2, 0],
        [2, 0],
        [4, mode * 0x10000],
        [4, offset],
      ]),
      path,
    );
    local.push(here);
    offset += here.length;
  }
  const directory = Buffer.concat(central);
  const end = fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...local, directory, end]);
}

/** Little-endian numbers of two or four bytes. */
function fields(numbers: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of numbers) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
