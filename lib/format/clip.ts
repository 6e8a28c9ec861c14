/** Text cut to at most `limit` code units, never inside a surrogate pair; `rest` is how many were left off. */
export function clip(text: string, limit: number): { text: string; rest: number } {
  if (text.length <= limit) return { text, rest: 0 };
  const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
  return { text: text.slice(0, end), rest: text.length - end };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
