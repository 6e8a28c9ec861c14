import { longestLog } from '#lib/launch/log-limits.ts';
import type { EvidenceLog } from './types.ts';

/** The end of a file as text; what is no UTF-8 is replaced, visibly. A file without text says so. */
export async function readLog(file: File): Promise<EvidenceLog> {
  const text = await file.slice(Math.max(0, file.size - longestLog)).text();
  return {
    id: crypto.randomUUID(),
    name: file.name.slice(-200) || 'log',
    text: text === '' ? '(empty)' : text,
    isCut: file.size > longestLog,
  };
}

/** The last line that says something. */
export function lastLine(text: string): string {
  const lines = text.slice(-2_000).split('\n');
  return lines.findLast((line) => line.trim() !== '')?.trim() ?? '';
}
