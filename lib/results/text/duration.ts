/**
 * Milliseconds from seconds as the tools write them: `0.012`, `1,234.5` (thousands), `0,012` (decimal comma).
 * Undefined for what is no duration: empty, `NaN`, negative, anything else.
 */
export function secondsToMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  if (!/^\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(trimmed)) return undefined;
  const isDecimalComma = !trimmed.includes('.') && /^\d+,\d+$/.test(trimmed);
  return rounded(Number(isDecimalComma ? trimmed.replace(',', '.') : trimmed.replaceAll(',', '')) * 1000);
}

/** Milliseconds written as a number, of `msPerUnit` each; undefined where the group of an expression did not match. */
export function msFrom(text: string | undefined, msPerUnit = 1): number | undefined {
  return text === undefined ? undefined : rounded(Number(text) * msPerUnit);
}

function rounded(ms: number): number | undefined {
  return Number.isFinite(ms) ? Math.round(ms * 1000) / 1000 : undefined;
}
