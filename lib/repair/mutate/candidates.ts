import { type LineKey, lineKey } from '../localise/spectrum.ts';
import { everyNode, type SourceUnit, type SyntaxNode } from '../syntax/node.ts';
import type { Symbols } from '../syntax/symbols.ts';
import { type Candidate, shownChange } from './candidate.ts';
import { applyEdits, type Draft } from './draft.ts';
import type { Priors } from './learned-priors.ts';
import type { Mined } from './mine.ts';
import { operations } from './operations.ts';
import { twinsOf } from './twins.ts';

export interface CandidateRequest {
  /** Files that may be edited. */
  readonly units: readonly { readonly unit: SourceUnit; readonly mined: Mined }[];
  readonly symbols: Symbols;
  /** From 0 to 1; lines that are not there are left alone. */
  readonly scores: ReadonlyMap<LineKey, number>;
  /** Of the candidates that were proposed before. */
  readonly refused: ReadonlySet<string>;
  /** How likely each kind of edit is to help. */
  readonly priors: Priors;
}

/** The n-th idea of one operator for one node counts less than the first, by the logarithm of n. */
const repeatPenalty = 0.25;
const linePenalty = 0.03;
/** The line counts for more than the operator: an unlikely edit of the right line beats a likely one elsewhere. */
const lineExponent = 2;

/** All single edits of suspicious places, the most promising first, no two of which make the same code. */
export function candidatesFor({ units, symbols, scores, refused, priors }: CandidateRequest): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { unit, mined } of units) {
    for (const definition of everyNode(unit.root)) {
      if (definition.kind !== 'function_definition') continue;
      const functionText = withoutSpace(unit.text.slice(definition.start, definition.end));
      for (const node of everyNode(definition)) {
        const score = scoreAt(unit, node, scores);
        if (score === 0 || !node.named) continue;
        const seen = new Map<string, number>();
        for (const operation of operations) {
          for (const draft of operation({ unit, symbols, mined, definition, node })) {
            const repeats = seen.get(draft.operator) ?? 0;
            seen.set(draft.operator, repeats + 1);
            const after = withoutSpace(editedFunction(unit, definition, draft));
            const id = `${unit.path}:${hash(after)}`;
            if (after === functionText || refused.has(id)) continue;
            const priority = weigh(draft, score, { repeats, prior: priors[draft.operator] });
            if ((found.get(id)?.priority ?? 0) >= priority) continue;
            const { path } = unit;
            const { operator, edits } = draft;
            found.set(id, {
              id,
              operators: [operator],
              path,
              line: lineOf(unit, node, draft),
              edits,
              priority,
              ...shownChange(unit.text, edits),
            });
          }
        }
      }
    }
  }
  const singles = [...found.values()];
  return spread([...singles, ...twinsOf(singles).filter(({ id }) => !refused.has(id))]);
}

/** The n-th idea for one line counts less than the first: the line may be the wrong one. */
function spread(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<LineKey, number>();
  const byPriority = (a: Candidate, b: Candidate) => b.priority - a.priority;
  return [...candidates]
    .sort(byPriority)
    .map((one) => {
      const key = lineKey(one.path, one.line);
      const earlier = seen.get(key) ?? 0;
      seen.set(key, earlier + 1);
      return { ...one, priority: one.priority / (1 + linePenalty * earlier) };
    })
    .sort(byPriority);
}

function weigh({ weight }: Draft, score: number, { repeats, prior }: { repeats: number; prior: number }): number {
  return (score ** lineExponent * prior * weight) / (1 + repeatPenalty * Math.log1p(repeats));
}

/** The score of the node's line, else of the statement around it, else of what follows a declaration. */
function scoreAt({ path }: SourceUnit, node: SyntaxNode, scores: ReadonlyMap<LineKey, number>): number {
  for (let at: SyntaxNode | null = node; at !== null && at.kind !== 'compound_statement'; at = at.parent) {
    const score = scores.get(lineKey(path, at.line));
    if (score !== undefined) return score;
    const next = at.kind === 'declaration' ? followers(at) : [];
    const following = next.map((one) => scores.get(lineKey(path, one.line)) ?? 0);
    if (following.length > 0) return Math.max(...following) * 0.9;
  }
  return 0;
}

function followers(node: SyntaxNode): SyntaxNode[] {
  const siblings = node.parent?.children ?? [];
  return siblings.slice(siblings.indexOf(node) + 1).filter(({ named }) => named);
}

function editedFunction({ text }: SourceUnit, { start, end }: SyntaxNode, { edits }: Draft): string {
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return applyEdits(text.slice(start, end), moved);
}

function lineOf({ text }: SourceUnit, node: SyntaxNode, { edits }: Draft): number {
  const first = Math.min(...edits.map(({ start }) => start));
  return first <= node.start ? node.line : node.line + (text.slice(node.start, first).match(/\n/g)?.length ?? 0);
}

/** White space separates words only; elsewhere it means nothing. */
function withoutSpace(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
    .replace(/\s*([^\w\s])\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** FNV-1a with 53 bits, enough to tell the edits of one file apart. */
function hash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return ((low >>> 0) + (high >>> 11) * 2 ** 32).toString(36);
}
