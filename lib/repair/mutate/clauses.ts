import { bare, fieldOf, operatorOf, type SourceUnit, type SyntaxNode } from '../syntax/node.ts';

/** The operands of a chain of `&&` or `||`, the outermost operator only; a single clause for anything else. */
export function clausesOf(unit: SourceUnit, condition: SyntaxNode): SyntaxNode[] {
  const operator = joinerOf(unit, condition);
  if (operator === null) return [condition];
  const sides = [fieldOf(condition, 'left'), fieldOf(condition, 'right')].filter((side) => side !== undefined);
  return sides.flatMap((side) => (joinerOf(unit, side) === operator ? clausesOf(unit, side) : [side]));
}

export type Joiner = '&&' | '||';

export function joinerOf(unit: SourceUnit, node: SyntaxNode): Joiner | null {
  if (node.kind !== 'binary_expression') return null;
  const operator = operatorOf(unit, node);
  return operator === '&&' || operator === '||' ? operator : null;
}

/** Whether the node is a chain that is not itself part of a longer one. */
export function isWholeChain(unit: SourceUnit, node: SyntaxNode): boolean {
  const joiner = joinerOf(unit, node);
  const above = node.parent;
  return joiner !== null && (above === null || joinerOf(unit, above) !== joiner);
}

const testing: readonly string[] = [
  'if_statement',
  'while_statement',
  'do_statement',
  'for_statement',
  'conditional_expression',
];

/** The condition that the statement or expression tests, without parentheses. */
export function conditionOf(node: SyntaxNode): SyntaxNode | undefined {
  const condition = testing.includes(node.kind) ? fieldOf(node, 'condition') : undefined;
  return condition && bare(condition);
}
