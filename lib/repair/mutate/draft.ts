import type { SyntaxNode } from '../syntax/node.ts';
import type { Operator } from './operators.ts';

/** Offsets are of the text before any edit. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An idea for one place, before it is weighed. */
export interface Draft {
  readonly operator: Operator;
  readonly edits: readonly Edit[];
  /** From 0 to 1, among drafts of the same operator. */
  readonly weight: number;
}

export function replaced(
  operator: Operator,
  { start, end }: Pick<SyntaxNode, 'start' | 'end'>,
  text: string,
  weight = 1,
): Draft {
  return { operator, edits: [{ start, end, text }], weight };
}

export function insertedBefore(operator: Operator, node: SyntaxNode, text: string, weight = 1): Draft {
  return replaced(operator, { start: node.start, end: node.start }, text, weight);
}

export function insertedAfter(operator: Operator, node: SyntaxNode, text: string, weight = 1): Draft {
  return replaced(operator, { start: node.end, end: node.end }, text, weight);
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end, text: by }) => result.slice(0, start) + by + result.slice(end), text);
}

export function overlap(a: readonly Edit[], b: readonly Edit[]): boolean {
  return a.some((one) => b.some((other) => one.start <= other.end && other.start <= one.end));
}
