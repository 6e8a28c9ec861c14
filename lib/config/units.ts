const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const BYTES: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

/** Durations above this are refused: timers of 2^31 ms and more fire at once in Node. */
const LONGEST = 24 * 86_400_000;

/** `90` (seconds), `500ms`, `90s`, `10m`, `1h30m`, `2d` in milliseconds; null when it is not one, not above zero, or above 24 days. */
export function toMilliseconds(written: number | string): number | null {
  const total = typeof written === 'number' ? written * 1_000 : sumOfParts(written);
  return total !== null && total >= 1 && total <= LONGEST ? Math.round(total) : null;
}

/** `4096` (bytes), `512kB`, `10MB`, `1GiB` in bytes; null when it is not one or not above zero. */
export function toBytes(written: number | string): number | null {
  if (typeof written === 'number') return written >= 1 && Number.isSafeInteger(written) ? written : null;
  const [, amount, unit = 'B'] = /^(\d+(?:\.\d+)?) ?([kKMG]i?B|B)?$/.exec(written.trim()) ?? [];
  const bytes = Math.round(Number(amount) * (BYTES[unit] ?? Number.NaN));
  return bytes >= 1 && Number.isSafeInteger(bytes) ? bytes : null;
}

function sumOfParts(written: string): number | null {
  const text = written.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1_000;
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]) ?)+$/.test(text)) return null;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g);
  return [...parts].reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (MILLISECONDS[unit] ?? 0), 0);
}
