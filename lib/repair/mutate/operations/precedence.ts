import { bare, fieldOf, operatorOf, type SyntaxNode } from '../../syntax/node.ts';
import { type Draft, replaced } from '../draft.ts';
import { type Place, told } from '../place.ts';

/** `a & b == c` was meant as `(a & b) == c`, `!a & b` as `!(a & b)`, and a sum may belong around a product. */
export function* precedence(place: Place): Generator<Draft> {
  const { node, unit } = place;
  if (node.kind !== 'binary_expression') return;
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  if (left === undefined || right === undefined) return;
  const token = operatorOf(unit, node);
  if (right.kind === 'binary_expression' && !isJoiner(operatorOf(unit, right))) {
    const [first, second] = [fieldOf(right, 'left'), fieldOf(right, 'right')];
    if (first !== undefined && second !== undefined && !isJoiner(token)) {
      yield replaced(
        'precedence',
        node,
        `(${told(place, left)} ${token} ${told(place, first)}) ${operatorOf(unit, right)} ${told(place, second)}`,
      );
    }
  }
  if (left.kind === 'binary_expression' && !isJoiner(token) && !isJoiner(operatorOf(unit, left))) {
    const [first, second] = [fieldOf(left, 'left'), fieldOf(left, 'right')];
    if (first !== undefined && second !== undefined) {
      yield replaced(
        'precedence',
        node,
        `${told(place, first)} ${operatorOf(unit, left)} (${told(place, second)} ${token} ${told(place, right)})`,
        0.8,
      );
    }
  }
  if (left.kind === 'parenthesized_expression' && bare(left).kind === 'binary_expression' && !isJoiner(token)) {
    const inner = bare(left);
    const [first, second] = [fieldOf(inner, 'left'), fieldOf(inner, 'right')];
    if (first !== undefined && second !== undefined) {
      yield replaced(
        'precedence',
        node,
        `${told(place, first)} ${operatorOf(unit, inner)} (${told(place, second)} ${token} ${told(place, right)})`,
        0.7,
      );
    }
  }
  if (isNegated(place, left) && (token === '&' || token === '|')) {
    const argument = fieldOf(left, 'argument');
    if (argument !== undefined)
      yield replaced('precedence', node, `!(${told(place, argument)} ${token} ${told(place, right)})`);
  }
}

function isJoiner(token: string): boolean {
  return token === '&&' || token === '||';
}

function isNegated({ unit }: Place, node: SyntaxNode): boolean {
  return node.kind === 'unary_expression' && operatorOf(unit, node) === '!';
}
