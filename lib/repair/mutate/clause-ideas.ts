import { sameType } from '../syntax/c-type.ts';
import { everyNode, fieldOf } from '../syntax/node.ts';
import { fieldsOf, type Variable } from '../syntax/scope.ts';
import type { Snippet } from './mine.ts';
import { type Place, told, typeAt, variablesOf } from './place.ts';

export interface ClauseIdea {
  readonly text: string;
  /** From 0 to 1. */
  readonly weight: number;
}

const relations: readonly string[] = ['<', '<=', '>', '>=', '==', '!='];
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
 * relation; comparisons of two values of one type; flags and checks for null.
 */
export function clauseIdeas(place: Place): ClauseIdea[] {
  const known = variablesOf(place);
  const ideas = new Map<string, number>();
  for (const { text, weight } of [...minedIdeas(place, known), ...pairIdeas(place, known)]) {
    if (weight > (ideas.get(text) ?? 0)) ideas.set(text, weight);
  }
  return [...ideas]
    .map(([text, weight]) => ({ text, weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, most);
}

function* minedIdeas(place: Place, known: readonly Variable[]): Generator<ClauseIdea> {
  const { mined, definition, node } = place;
  const isNear = ({ start }: Snippet) => start >= definition.start && start < definition.end;
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

/** Values of one type that the function names, compared with each other. */
function* pairIdeas(place: Place, known: readonly Variable[]): Generator<ClauseIdea> {
  const values = valuesNamed(place, known);
  for (const [at, one] of values.entries()) {
    for (const other of values.slice(at + 1)) {
      if (!sameType(one.type, other.type)) continue;
      for (const operator of relations) {
        yield {
          text: `${one.text} ${operator} ${other.text}`,
          weight: operator === '==' || operator === '!=' ? 0.55 : 0.65,
        };
      }
    }
  }
}

function valuesNamed(place: Place, known: readonly Variable[]) {
  const { definition, symbols } = place;
  const names = new Set(known.map(({ name }) => name));
  const values = new Map(
    known.filter(({ type }) => isNumber(type.base, type.depth)).map(({ name, type }) => [name, type]),
  );
  for (const node of everyNode(definition)) {
    const owner = node.kind === 'field_expression' ? fieldOf(node, 'argument') : undefined;
    if (owner?.kind !== 'identifier' || !names.has(told(place, owner))) continue;
    const text = told(place, node);
    const name = text.slice(text.lastIndexOf(text.includes('->') ? '>' : '.') + 1);
    const field = fieldsOf(typeAt(place, owner), symbols).find((one) => one.name === name);
    if (field !== undefined && isNumber(field.type.base, field.type.depth)) values.set(text, field.type);
  }
  return [...values].map(([text, type]) => ({ text, type })).slice(0, 8);

  function isNumber(base: string, depth: number): boolean {
    return (
      depth === 0 && !symbols.records.has(base) && base !== 'bool' && fieldsOf({ base, depth }, symbols).length === 0
    );
  }
}

/** Whether every name of the snippet can be used at the place. */
export function means({ mined, symbols }: Place, { names }: Snippet, known: readonly Variable[]): boolean {
  return names.every((name) => known.some((one) => one.name === name) || (mined.visible.has(name) && isOutside(name)));

  function isOutside(name: string): boolean {
    return [symbols.globals, symbols.constants, symbols.enumOf, symbols.functions].some((names) => names.has(name));
  }
}

function covers(node: { start: number; end: number }, { start, end }: Snippet): boolean {
  return node.start <= start && end <= node.end && node.end - node.start < (end - start) * 2;
}
