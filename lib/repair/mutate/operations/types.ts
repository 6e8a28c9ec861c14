import { type CType, categoryOf, isUnsigned, widthOf } from '../../syntax/c-type.ts';
import { declaredBy } from '../../syntax/declared.ts';
import { fieldOf, operatorOf, partsOf, type SyntaxNode } from '../../syntax/node.ts';
import { type Draft, insertedAfter, replaced } from '../draft.ts';
import { categoryAt, operand, type Place, told, typeAt } from '../place.ts';
import { indentOf } from './statements.ts';

/** A local integer of more bits, or of the other sign. */
export function* declaredTypes(place: Place): Generator<Draft> {
  const { node, unit } = place;
  const type = node.kind === 'declaration' || node.kind === 'parameter_declaration' ? fieldOf(node, 'type') : undefined;
  if (
    type === undefined ||
    declaredBy(unit, node).some(({ parameters, type: { depth } }) => parameters !== null || depth > 0)
  )
    return;
  const isLocal = node.kind === 'declaration';
  yield* otherTypes(place, type, isLocal ? 1 : 0.3);
}

/** Another type in a cast, no cast, and a cast of a factor before it overflows. */
export function* casts(place: Place): Generator<Draft> {
  const { node, unit } = place;
  if (node.kind === 'cast_expression') {
    const [type, value] = [fieldOf(node, 'type'), fieldOf(node, 'value')];
    if (type === undefined || value === undefined || told(place, type).includes('*')) return;
    for (const draft of otherTypes(place, type, 0.9)) yield { ...draft, operator: 'cast' };
    yield replaced('cast', node, operand(place, value), 0.6);
  }
  if (node.kind !== 'binary_expression' || !['*', '<<', '+', '-'].includes(operatorOf(unit, node))) return;
  const left = fieldOf(node, 'left');
  if (left === undefined || categoryAt(place, left) !== 'integer' || left.kind === 'number_literal') return;
  const isGrowing = ['*', '<<'].includes(operatorOf(unit, node));
  for (const name of isGrowing ? ['int32_t', 'uint32_t', 'int64_t'] : ['int32_t']) {
    yield replaced('cast', left, `(${name})${operand(place, left)}`, isGrowing ? 0.7 : 0.4);
  }
}

/** A value that may be negative and is kept in an unsigned variable: what was negative becomes nothing. */
export function* clamps(place: Place): Generator<Draft> {
  const { node, unit } = place;
  const [assignment] = node.kind === 'expression_statement' ? partsOf(node) : [];
  const [left, right] = assignment === undefined ? [] : [fieldOf(assignment, 'left'), fieldOf(assignment, 'right')];
  if (assignment?.kind !== 'assignment_expression' || left?.kind !== 'identifier' || right === undefined) return;
  const isCast =
    right.kind === 'cast_expression' && isUnsigned({ base: told(place, fieldOf(right, 'type') ?? right), depth: 0 });
  const isWidened = isUnsigned(typeAt(place, left)) && !isUnsigned(typeAt(place, right));
  if (operatorOf(unit, assignment) !== '=' || !(isCast || isWidened) || right.kind === 'number_literal') return;
  const name = told(place, left);
  const indent = indentOf(place, node);
  yield insertedAfter(
    'signedness',
    node,
    `\n${indent}if ((int)${name} < 0)\n${indent}    ${name} = 0;`,
    isCast ? 0.9 : 0.5,
  );
}

function* otherTypes(place: Place, node: SyntaxNode, weight: number): Generator<Draft> {
  const type: CType = { base: told(place, node), depth: 0 };
  if (categoryOf(type, place.symbols.aliases) !== 'integer') return;
  const width = widthOf(type);
  const unsigned = isUnsigned(type);
  for (const bits of [16, 32, 64]) {
    if (width === null || bits <= width) continue;
    yield replaced('widen', node, named(unsigned, bits), weight * (bits === 32 ? 1 : 0.7));
    yield replaced('widen', node, named(!unsigned, bits), weight * (bits === 32 ? 0.6 : 0.4));
  }
  if (width !== null) yield replaced('signedness', node, named(!unsigned, width), weight);
  if (type.base === 'size_t') yield replaced('signedness', node, 'int', weight * 0.6);
}

function named(unsigned: boolean, bits: number): string {
  return `${unsigned ? 'u' : ''}int${bits}_t`;
}
