import { type CType, categoryOf, sameType } from '../syntax/c-type.ts';
import { everyNode, fieldOf, type SyntaxNode } from '../syntax/node.ts';
import type { Variable } from '../syntax/scope.ts';
import type { Snippet } from './mine.ts';
import { type Place, told, typeAt, variablesOf } from './place.ts';

export interface ClauseIdea {
  /** As a condition of its own. */
  readonly text: string;
  /** As a part of a longer condition. */
  readonly operand: string;
  /** From 0 to 1. */
  readonly weight: number;
}

type Idea = Omit<ClauseIdea, 'operand'>;

const relations: readonly string[] = ['<', '<=', '>', '>=', '==', '!='];
const equalities: readonly string[] = ['==', '!='];
const opposite: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
};
const most = 60;

/**
 * Clauses that could be missing at a place: comparisons of the same file whose names all mean something here, with each
 * relation; conditions of two clauses of the same function; comparisons of two values of one type; flags and checks for null.
 */
export function clauseIdeas(place: Place): ClauseIdea[] {
  const known = variablesOf(place);
  const ideas = new Map<string, number>();
  const here = told(place, place.node);
  for (const { text, weight } of [
    ...minedIdeas(place, known),
    ...twofoldIdeas(place, known),
    ...pairIdeas(place, known),
    ...truthIdeas(place, known),
  ]) {
    const worth = isRelated(text, here) ? weight : weight * strangeness;
    if (worth > (ideas.get(text) ?? 0)) ideas.set(text, worth);
  }
  const twofold = new Set(place.mined.twofold.map(({ text }) => text));
  return [...ideas]
    .map(([text, weight]) => ({ text, operand: twofold.has(text) ? `(${text})` : text, weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, most);
}

/** A clause about values that the place does not name passes tests by chance more often than for a reason. */
const strangeness = 0.85;

/** Whether the place names the same thing as the clause, by the last word of a field or variable. */
function isRelated(clause: string, here: string): boolean {
  const words = new Set(here.match(/[A-Za-z_]\w*/g) ?? []);
  return (clause.match(/[A-Za-z_]\w*(?!\w|->|\.)/g) ?? []).some((word) => word !== 'NULL' && words.has(word));
}

function* minedIdeas(place: Place, known: readonly Variable[]): Generator<Idea> {
  const { mined, definition, node } = place;
  const isNear = (one: Snippet) => isInside(definition, one);
  for (const comparison of mined.comparisons) {
    if (!means(place, comparison, known) || covers(node, comparison)) continue;
    const nearness = isNear(comparison) ? 1 : 0.9;
    for (const operator of relations) {
      const isSaid = operator === comparison.operator || operator === opposite[comparison.operator];
      const weight = nearness * (isSaid ? 0.9 : 0.75);
      yield { text: `${comparison.left} ${operator} ${comparison.right}`, weight };
    }
  }
  for (const flag of mined.flags) {
    if (!means(place, flag, known)) continue;
    const nearness = isNear(flag) ? 0.8 : 0.6;
    yield { text: flag.text, weight: nearness };
    yield { text: flag.text.startsWith('!') ? flag.text.slice(1) : `!${flag.text}`, weight: nearness };
  }
}

/** What the function asks elsewhere in two clauses, and the opposite. */
function* twofoldIdeas(place: Place, known: readonly Variable[]): Generator<Idea> {
  for (const condition of place.mined.twofold) {
    if (!isInside(place.definition, condition) || !means(place, condition, known)) continue;
    if (covers(place.node, condition)) continue;
    yield { text: condition.text, weight: 0.75 };
    yield { text: `!(${condition.text})`, weight: 0.6 };
  }
}

/** Values of one type that the function names, compared with each other; pointers are the same or not. */
function* pairIdeas(place: Place, known: readonly Variable[]): Generator<Idea> {
  const here = told(place, place.node);
  for (const values of valuesNamed(place, known)) {
    for (const [at, one] of values.entries()) {
      for (const other of values.slice(at + 1)) {
        if (!sameType(one.type, other.type)) continue;
        const nearness = here.includes(one.text) && here.includes(other.text) ? 1.2 : 1;
        for (const operator of one.type.depth > 0 ? equalities : relations) {
          const weight = equalities.includes(operator) ? 0.55 : 0.65;
          yield { text: `${one.text} ${operator} ${other.text}`, weight: weight * nearness };
        }
      }
    }
  }
}

/** A number that is compared may mean by being zero that nothing is to be compared: no limit, no length. */
function* truthIdeas(place: Place, known: readonly Variable[]): Generator<Idea> {
  const [numbers] = valuesNamed(place, known);
  const here = told(place, place.node);
  for (const { text } of numbers.filter((one) => here.includes(one.text))) {
    yield { text, weight: 0.6 };
    yield { text: `!${text}`, weight: 0.5 };
  }
}

interface NamedValue {
  readonly text: string;
  readonly type: CType;
}

const valuesKept = 8;

/** Variables and fields that the function names: numbers and pointers. */
function valuesNamed(place: Place, known: readonly Variable[]): [numbers: NamedValue[], pointers: NamedValue[]] {
  const { definition, symbols } = place;
  const names = new Set(known.map(({ name }) => name));
  const values = new Map(known.map(({ name, type }) => [name, type]));
  for (const node of everyNode(definition)) {
    const owner = node.kind === 'field_expression' ? ownerOf(node) : undefined;
    if (owner?.kind === 'identifier' && names.has(told(place, owner)))
      values.set(told(place, node), typeAt(place, node));
  }
  const all = [...values].map(([text, type]) => ({ text, type }));
  const isNumber = ({ type }: NamedValue) => categoryOf(type, symbols.aliases) === 'integer';
  const isPointer = ({ type }: NamedValue) => type.depth === 1 && type.base !== '?';
  return [all.filter(isNumber).slice(0, valuesKept), all.filter(isPointer).slice(0, valuesKept)];
}

/** The variable that a chain of fields begins with. */
function ownerOf(node: SyntaxNode): SyntaxNode | undefined {
  const owner = fieldOf(node, 'argument');
  return owner?.kind === 'field_expression' ? ownerOf(owner) : owner;
}

/** Whether every name of the snippet can be used at the place. */
export function means({ mined, symbols }: Place, { names }: Snippet, known: readonly Variable[]): boolean {
  return names.every((name) => known.some((one) => one.name === name) || (mined.visible.has(name) && isOutside(name)));

  function isOutside(name: string): boolean {
    return [symbols.globals, symbols.constants, symbols.enumOf, symbols.functions].some((names) => names.has(name));
  }
}

function isInside({ start, end }: SyntaxNode, snippet: Snippet): boolean {
  return snippet.start >= start && snippet.start < end;
}

function covers(node: { start: number; end: number }, { start, end }: Snippet): boolean {
  return node.start <= start && end <= node.end && node.end - node.start < (end - start) * 2;
}
