import type { Edit } from './draft.ts';
import { applyEdits } from './draft.ts';
import { type Operator, operators } from './operators.ts';

/** One idea for a patch: edits of one or two files. */
export interface Candidate {
  /** Tells it from all others of the same tree. */
  readonly id: string;
  readonly operators: readonly Operator[];
  readonly path: string;
  readonly line: number;
  readonly edits: readonly Edit[];
  /** What is tried first; the larger the earlier. */
  readonly priority: number;
  /** The edited line before and after. */
  readonly before: string;
  readonly after: string;
  /** In how many places the same is edited; one where it is not said. */
  readonly places?: number;
}

export function removesBehaviour({ operators: names }: Candidate): boolean {
  return names.some((name) => operators[name].removes);
}

/** One line for people: what is edited, and where. */
export function describeCandidate({ operators: names, path, line, before, after, places }: Candidate): string {
  const says = names.map((name) => operators[name].says).join(' and ');
  const where = places === undefined ? '' : ` in ${places} places`;
  return `${path}:${line}: ${says}${where}: \`${before}\` → \`${after}\``;
}

/** The first and last line that the edits touch, as they were and as they become, on one line each. */
export function shownChange(text: string, edits: readonly Edit[]): { before: string; after: string } {
  const start = Math.min(...edits.map((edit) => edit.start));
  const end = Math.max(...edits.map((edit) => edit.end));
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(end - (text[end - 1] === '\n' ? 1 : 0), start));
  const to = next === -1 ? text.length : next;
  const shifted = edits.map((edit) => ({ ...edit, start: edit.start - from, end: Math.min(edit.end, to) - from }));
  const before = text.slice(from, to);
  return { before: oneLine(before), after: oneLine(applyEdits(before, shifted)) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 160);
}
