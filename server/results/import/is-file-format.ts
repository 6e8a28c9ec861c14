import { resultFormats } from '#lib/results/types.ts';
import type { FileFormat } from './read-results.ts';

const needMore: ReadonlySet<string> = new Set(['pattern', 'golden', 'exit-code']);

/** The formats that a file alone can be read in. */
export const fileFormats: readonly FileFormat[] = resultFormats.filter(isFileFormat);

export function isFileFormat(format: string): format is FileFormat {
  return !needMore.has(format) && resultFormats.some((known) => known === format);
}
