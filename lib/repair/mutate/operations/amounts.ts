import { isUnsigned } from '../../syntax/c-type.ts';
import { bare, fieldOf, operatorOf, type SyntaxNode } from '../../syntax/node.ts';
import { type Draft, replaced } from '../draft.ts';
import { categoryAt, isNumeric, operand, type Place, told, typeAt } from '../place.ts';

/** Where one more or one less is a usual mistake, with how usual. */
const edges: Readonly<Record<string, number>> = {
  binary_expression: 0.8,
  subscript_expression: 0.8,
  return_statement: 0.5,
  assignment_expression: 0.4,
  init_declarator: 0.4,
  argument_list: 0.35,
};
const comparing: readonly string[] = ['<', '<=', '>', '>=', '==', '!='];

/** One more or one less of a value, and without the `- 1` that is there. */
export function* offByOne(place: Place): Generator<Draft> {
  const { node, unit } = place;
  const weight = node.parent === null ? undefined : edges[node.parent.kind];
  if (node.kind === 'binary_expression' && ['+', '-'].includes(operatorOf(unit, node))) {
    const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
    if (left !== undefined && right !== undefined) {
      const isSmall = /^[12][uUlL]*$/.test(told(place, right));
      yield replaced('off-by-one', aroundOf(node), told(place, left), isSmall ? 1 : 0.4);
      if (operatorOf(unit, node) === '+') yield replaced('off-by-one', aroundOf(node), told(place, right), 0.3);
    }
  }
  if (weight === undefined || !node.named || !isAmount(place)) return;
  if (node.parent?.kind === 'binary_expression' && !comparing.includes(operatorOf(unit, node.parent))) return;
  const text = operand(place, node);
  const one = isUnsigned(typeAt(place, node)) ? '1u' : '1';
  yield replaced('off-by-one', node, `${text} - ${one}`, weight);
  yield replaced('off-by-one', node, `${text} + ${one}`, weight);
}

/** The parentheses around a sum go with it when it becomes one word. */
function aroundOf(node: SyntaxNode): SyntaxNode {
  return node.parent?.kind === 'parenthesized_expression' && node.parent.parent?.kind === 'binary_expression'
    ? node.parent
    : node;
}

function isAmount(place: Place): boolean {
  const { node } = place;
  if (node.field === 'argument' || node.field === 'function' || node.field === 'declarator') return false;
  if (node.field === 'left' && node.parent?.kind === 'assignment_expression') return false;
  if (['number_literal', 'string_literal', 'true', 'false', 'initializer_list'].includes(node.kind)) return false;
  return categoryAt(place, node) === 'integer';
}

/** Numbers near the one that is there, and the other constants of the function. */
export function* constants(place: Place): Generator<Draft> {
  const { node, unit, definition, symbols, mined } = place;
  const text = told(place, node);
  if (node.kind === 'number_literal') {
    for (const [at, other] of limitsLike(place, text).entries()) {
      yield replaced('constant', node, other, 0.95 - at * 0.05);
    }
    for (const [other, weight] of numbersNear(text)) yield replaced('constant', node, other, weight);
    for (const other of numbersIn(unit.text.slice(definition.start, definition.end))) {
      if (other !== text) yield replaced('constant', node, other, 0.45);
    }
  }
  if (node.kind !== 'identifier' || node.field === 'function') return;
  const enumeration = symbols.enumOf.get(text);
  const isMacro = symbols.constants.has(text);
  if (enumeration === undefined && !isMacro) return;
  const others = enumeration === undefined ? [...symbols.constants.keys()] : (symbols.enums.get(enumeration) ?? []);
  const near = others.filter((other) => other !== text && (enumeration !== undefined || mined.visible.has(other)));
  for (const other of near.sort((a, b) => likeness(b, text) - likeness(a, text)).slice(0, 6)) {
    yield replaced('constant', node, other, 0.5 + likeness(other, text) / 2);
  }
}

/** Neighbours of a number as they are usually mistaken; what is written as hex stays hex. */
export function numbersNear(text: string): [string, number][] {
  const [, digits = '', suffix = ''] = /^(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$/.exec(text) ?? [];
  if (digits === '') return [];
  const isHex = /^0x/i.test(digits);
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) return [];
  const near: (readonly [number, number])[] = [
    [value + 1, 0.9],
    [value - 1, 0.9],
    [value * 2, isHex ? 0.8 : 0.4],
    [Math.floor(value / 2), isHex ? 0.8 : 0.4],
    [0, 0.6],
    [1, 0.6],
    ...(isHex
      ? [...flippedBits(value), [value * 256 + 255, 0.3] as const, [Math.floor(value / 256), 0.3] as const]
      : []),
  ];
  const seen = new Set([value]);
  return near.flatMap(([number, weight]): [string, number][] => {
    if (number < 0 || seen.has(number)) return [];
    seen.add(number);
    return [[`${isHex ? `0x${number.toString(16).toUpperCase()}` : number}${suffix}`, weight]];
  });
}

/** A mask or polynomial with one bit more or less; the bits of its own bytes only. */
function flippedBits(value: number): (readonly [number, number])[] {
  const width = value < 0x100 ? 8 : value < 0x10000 ? 16 : 0;
  return Array.from({ length: width }, (_, bit) => [value ^ (1 << bit), 0.5] as const);
}

const limitsTried = 6;

/** Numbers that other code of the file compares with, of about the same size: one limit may have been written for another. */
function limitsLike({ mined }: Place, text: string): string[] {
  const value = Number(text);
  if (!(value > 2)) return [];
  const distance = (other: string) => Math.abs(Number(other) - value);
  const sides = mined.comparisons.flatMap(({ left, right }) => [left, right]);
  const limits = [...new Set(sides.filter((side) => /^\d+$/.test(side) && side !== text))];
  return limits
    .filter((other) => Number(other) >= value / 2 && Number(other) <= value * 2)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, limitsTried);
}

function numbersIn(text: string): string[] {
  return [...new Set(text.match(/\b(?:0x[0-9a-fA-F]+|\d+)[uUlL]*\b/g) ?? [])].slice(0, 8);
}

/** Shared words of two names, from 0 to 1. */
export function likeness(a: string, b: string): number {
  const words = (name: string) => new Set(name.toLowerCase().split(/_|(?<=[a-z])(?=[A-Z])/));
  const [one, other] = [words(a), words(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(one.size, other.size);
}

/** A value taken around the end of its ring: `x % N`, and `(a + N - b) % N` for a distance. */
export function* wraps(place: Place): Generator<Draft> {
  const { node, unit, mined } = place;
  const isRemainder = node.parent?.kind === 'binary_expression' && operatorOf(unit, node.parent) === '%';
  if (isRemainder || (node.field === 'left' && node.parent?.kind === 'assignment_expression')) return;
  const fitting = mined.moduli.slice(0, 5);
  if (node.kind === 'binary_expression' && isNumeric(categoryAt(place, node))) {
    const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
    const token = operatorOf(unit, node);
    if (left === undefined || right === undefined || (token !== '+' && token !== '-')) return;
    if (categoryAt(place, left) === 'pointer' || categoryAt(place, right) === 'pointer') return;
    const target = node.parent?.kind === 'parenthesized_expression' ? node : aroundOf(node);
    for (const [index, n] of fitting.entries()) {
      const sum =
        token === '-'
          ? `${told(place, left)} + ${n} - ${operand(place, right)}`
          : `${told(place, left)} + ${operand(place, right)}`;
      yield replaced('wrap', target, `(${sum}) % ${n}`, 1 - index * 0.1);
    }
  }
  if (node.kind === 'identifier' && node.field === 'index') {
    for (const n of fitting) yield replaced('wrap', node, `${told(place, node)} % ${n}`, 0.6);
  }
  if (node.kind === 'update_expression' && node.parent?.kind === 'expression_statement') {
    const argument = fieldOf(node, 'argument');
    if (argument === undefined || operatorOf(unit, node) !== '++') return;
    const name = told(place, bare(argument));
    for (const n of fitting) yield replaced('wrap', node, `${name} = (${name} + 1) % ${n}`, 0.6);
  }
}
