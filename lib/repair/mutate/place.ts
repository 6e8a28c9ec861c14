import { type Category, type CType, categoryOf } from '../syntax/c-type.ts';
import { type SourceUnit, type SyntaxNode, textOf } from '../syntax/node.ts';
import { typeOf, type Variable, variablesAt } from '../syntax/scope.ts';
import type { Symbols } from '../syntax/symbols.ts';
import type { Mined } from './mine.ts';

/** A node that may be edited, with what is known around it. */
export interface Place {
  readonly unit: SourceUnit;
  readonly symbols: Symbols;
  readonly mined: Mined;
  /** The definition of the function that the node is part of. */
  readonly definition: SyntaxNode;
  readonly node: SyntaxNode;
}

/** Ideas for a place; none where the operator has nothing to say. */
export type Operation = (place: Place) => Iterable<import('./draft.ts').Draft>;

export function told({ unit }: Place, node: SyntaxNode): string {
  return textOf(unit, node);
}

export function typeAt({ unit, symbols }: Place, node: SyntaxNode): CType {
  return typeOf(unit, symbols, node);
}

export function categoryAt(place: Place, node: SyntaxNode): Category {
  return categoryOf(typeAt(place, node), place.symbols.aliases);
}

export function variablesOf({ unit, node }: Place): Variable[] {
  return variablesAt(unit, node);
}

/** Whether arithmetic on it compiles: unknown types count, a macro's argument for example. */
export function isNumeric(category: Category): boolean {
  return category === 'integer' || category === 'real' || category === 'unknown';
}

const simpleKinds: readonly string[] = [
  'identifier',
  'number_literal',
  'char_literal',
  'call_expression',
  'field_expression',
  'subscript_expression',
  'parenthesized_expression',
  'true',
  'false',
];

/** The text of an expression so that it can be an operand of anything. */
export function operand(place: Place, node: SyntaxNode): string {
  const text = told(place, node);
  return simpleKinds.includes(node.kind) ? text : `(${text})`;
}
