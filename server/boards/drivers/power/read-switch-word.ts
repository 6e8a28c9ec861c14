/** Whether a text says `on` or `off` as a word of its own, in any case; null when it says neither or both. */
export function readSwitchWord(text: string): boolean | null {
  const words = new Set(text.toLowerCase().match(/\b(?:on|off)\b/g));
  return words.size === 1 ? words.has('on') : null;
}
