import { sameType } from '../../syntax/c-type.ts';
import { ancestorsOf, everyNode, fieldOf, nearest, operatorOf, partsOf } from '../../syntax/node.ts';
import { fieldsOf } from '../../syntax/scope.ts';
import { type Draft, replaced } from '../draft.ts';
import { categoryAt, type Place, told, typeAt, variablesOf } from '../place.ts';
import { likeness } from './amounts.ts';

/** Names of a place that are tried at most. */
const tried = 6;

/** Another variable of the same type, or an element of the same record. */
export function* variables(place: Place): Generator<Draft> {
  const { node, symbols } = place;
  if (node.kind !== 'identifier' || isDeclared(place) || node.field === 'function') return;
  const name = told(place, node);
  const type = typeAt(place, node);
  const known = variablesOf(place);
  if (!known.some((one) => one.name === name)) return;
  const others = known.filter((one) => one.name !== name && sameType(one.type, type)).slice(0, tried);
  for (const other of others)
    yield replaced('wrong-variable', node, other.name, 0.6 + likeness(name, other.name) * 0.4);
  const loose = known.filter(
    (one) => one.name !== name && !sameType(one.type, type) && one.type.depth === 0 && type.depth === 0,
  );
  const isNumber = categoryAt(place, node) === 'integer';
  for (const other of loose.slice(0, isNumber ? 4 : 0)) {
    if (symbols.records.has(other.type.base)) continue;
    yield replaced('wrong-variable', node, other.name, 0.4);
  }
}

export function* fields(place: Place): Generator<Draft> {
  const { node, symbols } = place;
  if (node.kind !== 'field_identifier' || node.parent?.kind !== 'field_expression') return;
  const owner = fieldOf(node.parent, 'argument');
  if (owner === undefined) return;
  const name = told(place, node);
  const all = fieldsOf(typeAt(place, owner), symbols);
  const type = all.find((one) => one.name === name)?.type;
  if (type === undefined) return;
  const others = all.filter((one) => one.name !== name && sameType(one.type, type)).slice(0, tried);
  for (const other of others) yield replaced('wrong-field', node, other.name, 0.7 + likeness(name, other.name) * 0.3);
}

/** Another function that can be called in the same way, the most alike by name first. */
export function* callees(place: Place): Generator<Draft> {
  const { node, symbols, mined, unit, definition } = place;
  const callee = node.kind === 'call_expression' ? fieldOf(node, 'function') : undefined;
  if (callee === undefined) return;
  const name = told(place, callee);
  const shape = symbols.functions.get(name);
  if (shape === undefined) return;
  const own = [...everyNode(definition)].find((one) => one.kind === 'identifier');
  const ownName = own === undefined ? '' : unit.text.slice(own.start, own.end);
  const others = [...symbols.functions.values()].filter(
    (one) =>
      one.name !== name &&
      one.name !== ownName &&
      mined.visible.has(one.name) &&
      sameType(one.returns, shape.returns) &&
      one.parameters.length === shape.parameters.length &&
      one.parameters.every(
        (type, at) => type.base === shape.parameters[at]?.base && type.depth === shape.parameters[at].depth,
      ),
  );
  for (const other of others.sort((a, b) => likeness(b.name, name) - likeness(a.name, name)).slice(0, tried)) {
    yield replaced('callee', callee, other.name, 0.5 + likeness(other.name, name) / 2);
  }
}

/** Two arguments of one type in the other order. */
export function* swappedArguments(place: Place): Generator<Draft> {
  if (place.node.kind !== 'argument_list') return;
  const given = partsOf(place.node);
  for (const [at, one] of given.entries()) {
    for (const [gap, other] of given.slice(at + 1, at + 3).entries()) {
      const fit =
        sameType(typeAt(place, one), typeAt(place, other)) || categoryAt(place, one) === categoryAt(place, other);
      if (!fit || told(place, one) === told(place, other)) continue;
      const edits = [
        { start: one.start, end: one.end, text: told(place, other) },
        { start: other.start, end: other.end, text: told(place, one) },
      ];
      yield { operator: 'swapped-arguments', edits, weight: 1 - gap * 0.3 };
    }
  }
}

const ordered: readonly string[] = ['-', '/', '%', '<<', '>>'];

export function* swappedOperands(place: Place): Generator<Draft> {
  const { node, unit } = place;
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  if (node.kind !== 'binary_expression' || left === undefined || right === undefined) return;
  if (!ordered.includes(operatorOf(unit, node)) || categoryAt(place, left) === 'pointer') return;
  const edits = [
    { start: left.start, end: left.end, text: told(place, right) },
    { start: right.start, end: right.end, text: told(place, left) },
  ];
  yield { operator: 'swapped-operands', edits, weight: 0.8 };
}

/** What the function returns in other places, and the other truth. */
export function* results(place: Place): Generator<Draft> {
  const { node, definition, symbols } = place;
  const [value] = node.kind === 'return_statement' ? partsOf(node) : [];
  if (value === undefined) return;
  const text = told(place, value);
  const returned = [...everyNode(definition)]
    .filter((one) => one.kind === 'return_statement')
    .flatMap((one) => partsOf(one)[0] ?? [])
    .filter((one) => /^(?:-?\w+)$/.test(told(place, one)) && isConstant(place, told(place, one)))
    .map((one) => told(place, one));
  const truth = text === 'true' ? ['false'] : text === 'false' ? ['true'] : [];
  const enumeration = symbols.enums.get(symbols.enumOf.get(text) ?? '') ?? [];
  const others = [...new Set([...truth, ...returned, ...enumeration])].filter((one) => one !== text);
  for (const [at, other] of others.slice(0, tried).entries())
    yield replaced('other-result', value, other, 0.9 - at * 0.1);
}

export function isConstant({ symbols }: Place, text: string): boolean {
  return /^-?\d|^(?:true|false|NULL)$/.test(text) || symbols.constants.has(text) || symbols.enumOf.has(text);
}

function isDeclared({ node }: Place): boolean {
  if (node.field === 'declarator') return true;
  for (const above of ancestorsOf(node)) {
    if (above.kind.endsWith('_declarator') && above.kind !== 'init_declarator') return true;
    if (above.kind.endsWith('statement') || above.kind === 'declaration') return false;
  }
  return nearest(node, ['parameter_list']) !== undefined;
}
