import { everyNode, fieldOf, nearest, partsOf, type SyntaxNode } from '../../syntax/node.ts';
import { clauseIdeas } from '../clause-ideas.ts';
import { type Draft, insertedBefore } from '../draft.ts';
import { type Place, told, typeAt, variablesOf } from '../place.ts';
import { isConstant } from './names.ts';
import { indentOf } from './statements.ts';

const guarded: readonly string[] = [
  'expression_statement',
  'if_statement',
  'for_statement',
  'while_statement',
  'return_statement',
];
const conditionsTried = 24;

/** A condition before a statement: leave the function or the loop, or do it only when it holds. */
export function* guards(place: Place): Generator<Draft> {
  const { node } = place;
  if (!guarded.includes(node.kind) || node.parent?.kind !== 'compound_statement') return;
  const ways = waysOut(place);
  for (const { text, weight } of clauseIdeas(place).slice(0, conditionsTried)) {
    if (node.kind === 'expression_statement') {
      yield insertedBefore('missing-guard', node, `if (${text})\n${indentOf(place, node)}    `, weight * 0.9);
    }
    for (const way of ways) {
      yield insertedBefore(
        'missing-guard',
        node,
        `if (${text})\n${indentOf(place, node)}    ${way}\n${indentOf(place, node)}`,
        weight * 0.8,
      );
    }
  }
}

/** Checks of the pointers that a statement follows, and of the indices that it uses. */
export function* checks(place: Place): Generator<Draft> {
  const { node, symbols } = place;
  if (!guarded.includes(node.kind) || node.parent?.kind !== 'compound_statement') return;
  const known = variablesOf(place);
  const ways = waysOut(place).slice(0, 2);
  const indent = indentOf(place, node);
  for (const used of everyNode(node)) {
    const pointer =
      used.kind === 'field_expression' || used.kind === 'pointer_expression' ? fieldOf(used, 'argument') : undefined;
    if (pointer?.kind === 'identifier' && typeAt(place, pointer).depth > 0) {
      const isParameter = known.some((one) => one.name === told(place, pointer));
      for (const way of isParameter ? ways : []) {
        yield insertedBefore('null-check', node, `if (!${told(place, pointer)})\n${indent}    ${way}\n${indent}`);
      }
    }
    const [array, index] =
      used.kind === 'subscript_expression' ? [fieldOf(used, 'argument'), fieldOf(used, 'index')] : [];
    if (array === undefined || index === undefined || index.kind === 'number_literal') continue;
    // `slots[count++]` is checked by its count: the check must not count as well.
    const checked = index.kind === 'update_expression' ? (fieldOf(index, 'argument') ?? index) : index;
    const size = sizeOf(place, array, known);
    for (const bound of size === null ? [] : [size]) {
      for (const way of ways) {
        yield insertedBefore(
          'bounds-check',
          node,
          `if (${told(place, checked)} >= ${bound})\n${indent}    ${way}\n${indent}`,
        );
      }
    }
  }

  function sizeOf({ unit }: Place, array: SyntaxNode, locals: typeof known): string | null {
    const name = unit.text.slice(array.start, array.end);
    const field = name.split(/->|\./).at(-1);
    const ofField = [...symbols.records.values()].flat().find((one) => one.name === field && one.size !== null);
    return locals.find((one) => one.name === name)?.size ?? ofField?.size ?? null;
  }
}

/** How a function or a loop can be left here: as it is left elsewhere, with the results that it has. */
function waysOut(place: Place): string[] {
  const { node, definition } = place;
  const returns = [...everyNode(definition)].filter((one) => one.kind === 'return_statement');
  const constants = returns
    .filter((one) => {
      const [value] = partsOf(one);
      return value === undefined || isConstant(place, told(place, value));
    })
    .map((one) => told(place, one));
  const isVoid = /^(?:static |inline )*void\b(?!\s*\*)/.test(told(place, definition));
  const loop = nearest(node, ['for_statement', 'while_statement', 'do_statement']);
  return [
    ...new Set([...constants, ...(isVoid ? ['return;'] : []), ...(loop === undefined ? [] : ['continue;', 'break;'])]),
  ].slice(0, 4);
}
