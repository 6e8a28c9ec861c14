/** In this order: the specific before the general, so that a path does not lose its numbers first. */
const steps: readonly { name: string; pattern: RegExp; becomes: string }[] = [
  { name: 'uuid', pattern: /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, becomes: '<uuid>' },
  { name: 'folders of a path', pattern: /(?:[a-z]:)?(?:[\w.~+-]*[\\/])+(?=[\w.+-])/gi, becomes: '' },
  { name: 'duration', pattern: /\b\d+(?:[.,]\d+)?\s?(?:ns|us|µs|ms|s|sec|seconds?|minutes?)\b/gi, becomes: '<time>' },
  { name: 'hexadecimal number', pattern: /\b0x[0-9a-f]+\b/gi, becomes: '<hex>' },
  { name: 'bare address', pattern: /\b(?=[0-9a-f]*\d)[0-9a-f]{8,16}\b/gi, becomes: '<hex>' },
  { name: 'number', pattern: /(?<![\w<])[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/gi, becomes: '#' },
  { name: 'white space', pattern: /\s+/g, becomes: ' ' },
];

const consideredChars = 2_000;
const signatureChars = 300;

/**
 * The message of a failure without what differs between two occurrences of the same failure (numbers, addresses,
 * folders, timings), for grouping. Equal failures give equal text; the text stays readable and is not a hash.
 */
export function failureSignature(message: string): string {
  const considered = message.slice(0, consideredChars);
  return steps
    .reduce((text, step) => text.replace(step.pattern, step.becomes), considered)
    .trim()
    .slice(0, signatureChars);
}
