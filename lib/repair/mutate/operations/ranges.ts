import { everyNode, fieldOf, operatorOf, partsOf, type SyntaxNode } from '../../syntax/node.ts';
import { clausesOf, isWholeChain, joinerOf } from '../clauses.ts';
import { type Draft, replaced } from '../draft.ts';
import { categoryAt, type Place, told } from '../place.ts';

const lower: readonly string[] = ['>=', '>'];
const upper: readonly string[] = ['<', '<='];

/**
 * A value between two bounds in a cycle (a clock, a ring): when the lower bound lies behind the upper one, the range runs
 * past the end of the cycle and starts again. What else the condition asks is asked of the cycle in which the range began.
 */
export function* ranges(place: Place): Generator<Draft> {
  const { node, unit } = place;
  if (joinerOf(unit, node) !== '&&' || !isWholeChain(unit, node)) return;
  const clauses = clausesOf(unit, node);
  for (const from of clauses) {
    for (const to of clauses) {
      const range = rangeOf(place, from, to);
      if (range === null) continue;
      const others = clauses.filter((one) => one !== from && one !== to);
      const rest = others.map((one) => told(place, one));
      const [after, before] = [told(place, from), told(place, to)];
      const inOrder = `${range.low} <= ${range.high}`;
      const plain = told(place, node);
      const either = [...rest, `(${after} || ${before})`].join(' && ');
      yield replaced('range', node, `(${inOrder} ? ${plain} : ${either})`, 0.8);
      for (const earlier of earlierOnes(place, others)) {
        const begun = [...rest, after].join(' && ');
        const goesOn = [before, ...earlier].join(' && ');
        yield replaced('range', node, `(${inOrder} ? ${plain} : (${begun}) || (${goesOn}))`);
      }
    }
  }
}

function rangeOf(place: Place, from: SyntaxNode, to: SyntaxNode): { low: string; high: string } | null {
  const [a, b] = [sidesOf(place, from), sidesOf(place, to)];
  if (a === null || b === null || !lower.includes(a.operator) || !upper.includes(b.operator)) return null;
  return told(place, a.left) === told(place, b.left) ? { low: told(place, a.right), high: told(place, b.right) } : null;
}

function sidesOf({ unit }: Place, node: SyntaxNode) {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  if (node.kind !== 'binary_expression' || left === undefined || right === undefined) return null;
  return { left, right, operator: operatorOf(unit, node) };
}

/** The other clauses as they read one cycle before: one integer argument less by one, around its own modulus where there is one. */
function* earlierOnes(place: Place, others: readonly SyntaxNode[]): Generator<string[]> {
  for (const other of others) {
    for (const call of [...everyNode(other)].filter(({ kind }) => kind === 'argument_list')) {
      for (const argument of partsOf(call)) {
        if (argument.kind !== 'identifier' || categoryAt(place, argument) !== 'integer') continue;
        const name = told(place, argument);
        for (const shifted of [...place.mined.moduli.slice(0, 4).map((n) => `${name} + ${n} - 1`), `${name} - 1`]) {
          yield others.map((one) => (one === other ? exchanged(place, one, argument, shifted) : told(place, one)));
        }
      }
    }
  }
}

function exchanged(place: Place, whole: SyntaxNode, part: SyntaxNode, by: string): string {
  const text = told(place, whole);
  return text.slice(0, part.start - whole.start) + by + text.slice(part.end - whole.start);
}
