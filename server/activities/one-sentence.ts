const longest = 400;

/** Text of any origin as it fits in a trace line: one line, at most 400 characters, cut visibly. */
export function oneSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 2)} …`;
}
