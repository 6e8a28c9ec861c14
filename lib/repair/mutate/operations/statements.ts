import { categoryOf } from '../../syntax/c-type.ts';
import { declaredBy } from '../../syntax/declared.ts';
import { bare, fieldOf, nearest, partsOf, type SyntaxNode } from '../../syntax/node.ts';
import { means } from '../clause-ideas.ts';
import { type Draft, insertedAfter, insertedBefore, replaced } from '../draft.ts';
import { type Place, told, variablesOf } from '../place.ts';

/** The white space before the first character of a node's line. */
export function indentOf({ unit }: Place, node: SyntaxNode): string {
  const lineStart = unit.text.lastIndexOf('\n', node.start - 1) + 1;
  return /^[ \t]*/.exec(unit.text.slice(lineStart, node.start))?.[0] ?? '';
}

/** The statement with its line, when nothing else stands on it. */
function wholeLine({ unit }: Place, node: SyntaxNode): { start: number; end: number } {
  const before = unit.text.lastIndexOf('\n', node.start - 1) + 1;
  const after = unit.text.indexOf('\n', node.end);
  const isAlone = unit.text.slice(before, node.start).trim() === '' && unit.text.slice(node.end, after).trim() === '';
  return isAlone && after !== -1 ? { start: before, end: after + 1 } : node;
}

export function* deletions(place: Place): Generator<Draft> {
  const { node } = place;
  const inBlock = node.parent?.kind === 'compound_statement' || node.parent?.kind === 'case_statement';
  if (node.kind === 'expression_statement' && inBlock) yield replaced('deleted-statement', wholeLine(place, node), '');
  if (node.kind === 'break_statement' || node.kind === 'continue_statement') {
    yield replaced('deleted-statement', wholeLine(place, node), '', 0.8);
    const loop = nearest(node, ['for_statement', 'while_statement', 'do_statement']);
    if (loop !== undefined)
      yield replaced('moved-statement', node, node.kind === 'break_statement' ? 'continue;' : 'break;', 0.7);
  }
  if (node.kind !== 'if_statement' || fieldOf(node, 'alternative') !== undefined) return;
  const consequence = fieldOf(node, 'consequence');
  if (consequence === undefined) return;
  if (inBlock) yield replaced('deleted-statement', wholeLine(place, node), '', 0.6);
  yield replaced('dropped-guard', node, told(place, consequence));
}

/** A statement changes places with the next one. */
export function* moves(place: Place): Generator<Draft> {
  const { node } = place;
  const siblings = node.parent?.children ?? [];
  const next = siblings[siblings.indexOf(node) + 1];
  const canMove = (one: SyntaxNode | undefined): one is SyntaxNode =>
    one?.kind === 'expression_statement' || one?.kind === 'if_statement';
  if (!canMove(node) || !canMove(next)) return;
  const edits = [
    { start: node.start, end: node.end, text: told(place, next) },
    { start: next.start, end: next.end, text: told(place, node) },
  ];
  yield { operator: 'moved-statement', edits, weight: 0.9 };
}

export function* missingBreaks(place: Place): Generator<Draft> {
  const { node } = place;
  const statements = node.kind === 'case_statement' ? partsOf(node).filter(({ field }) => field !== 'value') : [];
  const last = statements.at(-1);
  if (last === undefined || /^(?:break|return|continue|goto)_statement$/.test(last.kind)) return;
  yield replaced('missing-break', { start: last.end, end: last.end }, `\n${indentOf(place, last)}break;`);
}

/** A local without a first value gets one; an element of a record that sibling statements set is set as well. */
export function* missingStarts(place: Place): Generator<Draft> {
  const { node, unit, symbols } = place;
  if (node.kind !== 'declaration') return;
  for (const { node: name, type, initialised, parameters, size } of declaredBy(unit, node)) {
    if (initialised || parameters !== null) continue;
    const category = categoryOf(type, symbols.aliases);
    const isPlain = size === null && ['integer', 'boolean', 'real', 'pointer'].includes(category);
    const end = size === null ? name.end : (name.parent?.end ?? name.end);
    yield replaced('missing-start', { start: end, end }, isPlain ? ' = 0' : ' = {0}');
  }
}

const statementsTried = 12;
const borrowing: readonly string[] = ['expression_statement', 'return_statement', 'if_statement'];

/** A statement of similar code of the file, where all its names mean something. */
export function* borrowed(place: Place): Generator<Draft> {
  const { node, mined, definition } = place;
  const isInBlock = node.parent?.kind === 'compound_statement';
  const isWholeBranch = node.field === 'consequence' && node.parent?.kind === 'if_statement';
  if (!borrowing.includes(node.kind) || (!isInBlock && !isWholeBranch)) return;
  const known = variablesOf(place);
  const fitting = mined.statements.filter(
    (one) => one.names.length > 0 && one.start !== node.start && means(place, one, known),
  );
  const near = (start: number) => (start >= definition.start && start < definition.end ? 1 : 0.7);
  const ordered = [...fitting].sort((a, b) => near(b.start) - near(a.start)).slice(0, statementsTried);
  const indent = indentOf(place, node);
  for (const { text, start } of ordered) {
    if (!isInBlock) {
      yield replaced(
        'missing-statement',
        node,
        `{\n${indent}${text}\n${indent}${told(place, node)}\n${indent}}`,
        near(start),
      );
      continue;
    }
    yield insertedBefore('missing-statement', node, `${text}\n${indent}`, near(start));
    if (node.kind === 'expression_statement') {
      yield insertedAfter('missing-statement', node, `\n${indent}${text}`, near(start) * 0.9);
    }
  }
}

/** A result that the function has elsewhere, before anything else is done. */
export function* earlyReturns(place: Place): Generator<Draft> {
  const { node } = place;
  if (node.kind !== 'expression_statement' || node.parent?.kind !== 'compound_statement') return;
  const isVoid = /^(?:static |inline )*void\b(?!\s*\*)/.test(told(place, place.definition));
  const [call] = partsOf(node);
  if (isVoid && call !== undefined && bare(call).kind === 'call_expression') {
    yield replaced('early-return', { start: node.start, end: node.start }, `return;\n${indentOf(place, node)}`, 0.5);
  }
}
