import { fieldOf, operatorOf } from '../../syntax/node.ts';
import { type Draft, replaced } from '../draft.ts';
import type { Operator } from '../operators.ts';
import { categoryAt, isNumeric, type Place } from '../place.ts';

/** What may stand for a token, the likeliest first. */
type Exchanges = Readonly<Record<string, readonly string[]>>;

const relations: Exchanges = {
  '<': ['<=', '>', '>=', '!=', '=='],
  '<=': ['<', '>=', '>', '!=', '=='],
  '>': ['>=', '<', '<=', '!=', '=='],
  '>=': ['>', '<=', '<', '!=', '=='],
  '==': ['!=', '>=', '<=', '>', '<'],
  '!=': ['==', '<', '>', '<=', '>='],
};
const sums: Exchanges = { '+': ['-'], '-': ['+'] };
const products: Exchanges = { '*': ['/', '+'], '/': ['*', '%'], '%': ['/', '&'] };
const bits: Exchanges = {
  '&': ['|', '^', '&&'],
  '|': ['&', '^', '||'],
  '^': ['|', '&'],
  '<<': ['>>'],
  '>>': ['<<'],
};
const assignments: Exchanges = {
  '+=': ['-=', '='],
  '-=': ['+=', '='],
  '*=': ['/=', '='],
  '/=': ['*=', '%='],
  '%=': ['/='],
  '|=': ['&=', '^=', '='],
  '&=': ['|=', '^=', '='],
  '^=': ['|=', '='],
  '<<=': ['>>='],
  '>>=': ['<<='],
  '=': ['|=', '+='],
};

/** Another token in the middle of a binary expression; on pointers only what compiles there. */
export function* binaryTokens(place: Place): Generator<Draft> {
  const { node } = place;
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  if (node.kind !== 'binary_expression' || left === undefined || right === undefined) return;
  const token = operatorOf(place.unit, node);
  const bothNumbers = isNumeric(categoryAt(place, left)) && isNumeric(categoryAt(place, right));
  yield* exchange(place, 'relation', bothNumbers || !(token in equalities) ? relations : equalities);
  if (bothNumbers) {
    yield* exchange(place, 'arithmetic', products);
    yield* exchange(place, 'bitwise', bits);
  }
  if (categoryAt(place, right) !== 'pointer') yield* exchange(place, 'arithmetic', sums);
}

const equalities: Exchanges = { '==': ['!='], '!=': ['=='] };

export function* assignmentTokens(place: Place): Generator<Draft> {
  const left = fieldOf(place.node, 'left');
  if (place.node.kind !== 'assignment_expression' || left === undefined) return;
  if (isNumeric(categoryAt(place, left))) yield* exchange(place, 'assignment', assignments);
}

/** `i++` where the next value was meant, and the other way round; only where the value is used. */
export function* updateOrder(place: Place): Generator<Draft> {
  const { node, unit } = place;
  const argument = fieldOf(node, 'argument');
  if (node.kind !== 'update_expression' || argument === undefined) return;
  const token = operatorOf(unit, node);
  const name = unit.text.slice(argument.start, argument.end);
  const isUsed = node.parent !== null && node.parent.kind !== 'expression_statement' && node.field !== 'update';
  const isPrefix = argument.start > node.start;
  if (isUsed) yield replaced('off-by-one', node, isPrefix ? `${name}${token}` : `${token}${name}`, 0.8);
  yield replaced('arithmetic', node, isPrefix ? `${other(token)}${name}` : `${name}${other(token)}`, 0.6);
}

function other(token: string): string {
  return token === '++' ? '--' : '++';
}

function* exchange({ unit, node }: Place, operator: Operator, exchanges: Exchanges): Generator<Draft> {
  const token = fieldOf(node, 'operator');
  if (token === undefined) return;
  const others = exchanges[unit.text.slice(token.start, token.end)] ?? [];
  for (const [index, text] of others.entries()) yield replaced(operator, token, text, 1 - index * 0.12);
}
