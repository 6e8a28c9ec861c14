/** The last bytes of a stream of any length, unchanged. */
export interface ByteTail {
  push(bytes: Buffer): void;
  bytes(): Buffer;
}

export function createByteTail(limit: number): ByteTail {
  let held: Buffer[] = [];
  let length = 0;
  return {
    push(bytes) {
      held.push(bytes);
      length += bytes.length;
      if (length > 2 * limit) keepOnly(limit);
    },
    bytes() {
      keepOnly(limit);
      return held[0] ?? Buffer.alloc(0);
    },
  };

  function keepOnly(most: number): void {
    held = [Buffer.from(Buffer.concat(held).subarray(-most))];
    length = held[0]?.length ?? 0;
  }
}
