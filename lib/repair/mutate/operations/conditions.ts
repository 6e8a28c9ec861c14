import { bare, fieldOf, operatorOf, partsOf, type SyntaxNode } from '../../syntax/node.ts';
import { clauseIdeas } from '../clause-ideas.ts';
import { clausesOf, conditionOf, isWholeChain, type Joiner, joinerOf } from '../clauses.ts';
import { type Draft, replaced } from '../draft.ts';
import { categoryAt, operand, type Place, told } from '../place.ts';

/** `||` for `&&` at each joint of a chain, with parentheses on either side so that no other joint changes. */
export function* joints(place: Place): Generator<Draft> {
  const { node, unit } = place;
  const joiner = joinerOf(unit, node);
  if (joiner === null || !isWholeChain(unit, node)) return;
  const clauses = clausesOf(unit, node);
  const other = joiner === '&&' ? '||' : '&&';
  yield replaced('logic', node, enclosed(place, clauses.map((one) => inChain(place, one, other)).join(` ${other} `)));
  if (clauses.length < 3) return;
  for (let at = 0; at + 1 < clauses.length; at += 1) {
    const parts = clauses.map((one) => told(place, one));
    const pair = `(${parts.slice(at, at + 2).join(` ${other} `)})`;
    yield replaced('logic', node, [...parts.slice(0, at), pair, ...parts.slice(at + 2)].join(` ${joiner} `), 0.9);
  }
}

/** A chain inside another expression keeps its meaning only in parentheses. */
function enclosed({ node }: Place, text: string): string {
  return node.parent?.kind === 'binary_expression' ? `(${text})` : text;
}

function inChain(place: Place, clause: SyntaxNode, joiner: Joiner): string {
  const inner = joinerOf(place.unit, clause);
  return inner !== null && inner !== joiner ? `(${told(place, clause)})` : told(place, clause);
}

/** A condition or one of its flags the other way round. */
export function* negations(place: Place): Generator<Draft> {
  const { node, unit } = place;
  const condition = conditionOf(node);
  if (condition !== undefined) {
    const clauses = clausesOf(unit, condition);
    if (clauses.length > 1) yield replaced('negation', condition, `!(${told(place, condition)})`, 0.5);
    for (const clause of clauses) yield* negated(place, clause);
  }
  if (node.kind === 'return_statement') {
    const [value] = partsOf(node);
    if (value !== undefined && categoryAt(place, value) === 'boolean') {
      for (const clause of clausesOf(unit, bare(value))) yield* negated(place, clause);
    }
  }
}

function* negated(place: Place, clause: SyntaxNode): Generator<Draft> {
  if (clause.kind === 'binary_expression') return;
  if (clause.kind === 'unary_expression' && operatorOf(place.unit, clause) === '!') {
    const argument = fieldOf(clause, 'argument');
    if (argument !== undefined) yield replaced('negation', clause, told(place, argument));
    return;
  }
  if (clause.kind === 'true' || clause.kind === 'false') return;
  yield replaced('negation', clause, `!${operand(place, clause)}`);
}

export function* branches(place: Place): Generator<Draft> {
  const { node } = place;
  const [yes, no] = [fieldOf(node, 'consequence'), fieldOf(node, 'alternative')];
  if (node.kind !== 'conditional_expression' || yes === undefined || no === undefined) return;
  const edits = [
    { start: yes.start, end: yes.end, text: told(place, no) },
    { start: no.start, end: no.end, text: told(place, yes) },
  ];
  yield { operator: 'negation', edits, weight: 0.7 };
}

/** A condition without one of its clauses. */
export function* droppedClauses(place: Place): Generator<Draft> {
  const { node, unit } = place;
  const joiner = joinerOf(unit, node);
  if (joiner === null || !isWholeChain(unit, node)) return;
  const clauses = clausesOf(unit, node);
  for (const dropped of clauses) {
    const rest = clauses.filter((one) => one !== dropped).map((one) => told(place, one));
    yield replaced('dropped-clause', node, rest.join(` ${joiner} `));
  }
}

/** One more clause, beside the whole condition or beside one clause of it. */
export function* addedClauses(place: Place): Generator<Draft> {
  const { node, unit } = place;
  const condition = conditionOf(node) ?? returnedTruth(place);
  if (condition === undefined) return;
  const joiner = joinerOf(unit, condition);
  const clauses = clausesOf(unit, condition);
  for (const { text, operand: added, weight } of clauseIdeas(place)) {
    if ([condition, ...clauses].some((one) => isAnswered(place, one, text))) continue;
    yield replaced('missing-clause', condition, `${joined(place, condition, '&&')} && ${added}`, weight);
    yield replaced('missing-clause', condition, `${joined(place, condition, '||')} || ${added}`, weight * 0.8);
    if (joiner === null) continue;
    const other = joiner === '&&' ? '||' : '&&';
    for (const clause of clauses) {
      yield replaced('missing-clause', clause, `(${told(place, clause)} ${other} ${added})`, weight * 0.7);
    }
  }
}

/** Whether a clause compares the same two sides: with it the other one is implied, or the condition is never or always met. */
function isAnswered(place: Place, clause: SyntaxNode, text: string): boolean {
  const inner = bare(clause);
  const said = told(place, inner);
  if ([said, `!${said}`, `!(${said})`].includes(text)) return true;
  const [left, right] = [fieldOf(inner, 'left'), fieldOf(inner, 'right')];
  if (inner.kind !== 'binary_expression' || left === undefined || right === undefined) return false;
  const [one, other] = [told(place, left), told(place, right)];
  const [, first, second] = /^(.*?) (?:[<>]=?|[=!]=) (.*)$/.exec(text) ?? [];
  return (first === one && second === other) || (first === other && second === one);
}

function joined(place: Place, condition: SyntaxNode, joiner: Joiner): string {
  const own = joinerOf(place.unit, condition);
  const needsParentheses =
    (own !== null && own !== joiner) || ['conditional_expression', 'assignment_expression'].includes(condition.kind);
  return needsParentheses ? `(${told(place, condition)})` : told(place, condition);
}

function returnedTruth(place: Place): SyntaxNode | undefined {
  const [value] = place.node.kind === 'return_statement' ? partsOf(place.node) : [];
  return value !== undefined &&
    value.kind !== 'true' &&
    value.kind !== 'false' &&
    categoryAt(place, value) === 'boolean'
    ? bare(value)
    : undefined;
}
