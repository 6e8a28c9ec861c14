import { boolType, type CType, intType, unknownType } from './c-type.ts';
import { declaredBy } from './declared.ts';
import { ancestorsOf, bare, fieldOf, operatorOf, partsOf, type SourceUnit, type SyntaxNode, textOf } from './node.ts';
import type { Field, Symbols } from './symbols.ts';

export interface Variable {
  readonly name: string;
  readonly type: CType;
  readonly size: string | null;
}

/** Parameters and locals that can be named where the node stands, the nearest first. */
export function variablesAt(unit: SourceUnit, node: SyntaxNode): Variable[] {
  const found = new Map<string, Variable>();
  let below = node;
  for (const above of ancestorsOf(node)) {
    for (const declaration of declarationsIn(above, below)) {
      for (const { name, type, size, parameters } of declaredBy(unit, declaration)) {
        if (parameters === null && !found.has(name)) found.set(name, { name, type, size });
      }
    }
    below = above;
  }
  return [...found.values()];
}

/** The latest declaration first, and none that stands after the place. */
function declarationsIn(above: SyntaxNode, below: SyntaxNode): SyntaxNode[] {
  if (above.kind === 'compound_statement') {
    return above.children.filter((child) => child.kind === 'declaration' && child.end <= below.start).reverse();
  }
  if (above.kind === 'for_statement') {
    return above.children.filter((child) => child.kind === 'declaration' && child !== below);
  }
  if (above.kind !== 'function_definition') return [];
  const parameters = functionDeclarator(above);
  return parameters === undefined ? [] : partsOf(fieldOf(parameters, 'parameters') ?? parameters);
}

export function functionDeclarator(definition: SyntaxNode): SyntaxNode | undefined {
  for (let at = fieldOf(definition, 'declarator'); at !== undefined; at = fieldOf(at, 'declarator')) {
    if (at.kind === 'function_declarator') return at;
  }
  return undefined;
}

/** The fields of a record type, through its typedef. */
export function fieldsOf({ base }: CType, symbols: Symbols, steps = 4): readonly Field[] {
  const direct = symbols.records.get(base);
  if (direct !== undefined) return direct;
  const alias = steps > 0 ? symbols.aliases.get(base) : undefined;
  return alias === undefined ? [] : fieldsOf(alias, symbols, steps - 1);
}

/** The type of an expression as far as the project's own declarations tell it. */
export function typeOf(unit: SourceUnit, symbols: Symbols, node: SyntaxNode): CType {
  const expression = bare(node);
  return rules[expression.kind]?.(unit, symbols, expression) ?? unknownType;
}

type Rule = (unit: SourceUnit, symbols: Symbols, node: SyntaxNode) => CType;

const truths: readonly string[] = ['<', '<=', '>', '>=', '==', '!=', '&&', '||'];

const rules: Readonly<Record<string, Rule>> = {
  identifier(unit, symbols, node) {
    const name = textOf(unit, node);
    const local = variablesAt(unit, node).find((one) => one.name === name);
    if (local !== undefined) return local.type;
    const named = symbols.globals.get(name);
    if (named !== undefined) return named;
    const constantOf = symbols.enumOf.get(name);
    if (constantOf !== undefined) return { base: constantOf, depth: 0 };
    return symbols.constants.has(name) ? intType : unknownType;
  },
  field_expression(unit, symbols, node) {
    const owner = fieldOf(node, 'argument');
    const field = fieldOf(node, 'field');
    if (owner === undefined || field === undefined) return unknownType;
    const name = textOf(unit, field);
    return fieldsOf(typeOf(unit, symbols, owner), symbols).find((one) => one.name === name)?.type ?? unknownType;
  },
  subscript_expression: (unit, symbols, node) => dereferenced(unit, symbols, node),
  pointer_expression(unit, symbols, node) {
    if (operatorOf(unit, node) === '*') return dereferenced(unit, symbols, node);
    const type = dereferenced(unit, symbols, node);
    return { ...type, depth: type.depth + 2 };
  },
  call_expression(unit, symbols, node) {
    const callee = fieldOf(node, 'function');
    return (callee && symbols.functions.get(textOf(unit, callee))?.returns) ?? unknownType;
  },
  cast_expression(unit, _, node) {
    const type = fieldOf(node, 'type');
    const text = type === undefined ? '' : textOf(unit, type);
    return { base: text.replace(/[\s*]+$/, '').trim(), depth: text.split('*').length - 1 };
  },
  number_literal: (unit, _, node) => (/[.]/.test(textOf(unit, node)) ? { base: 'double', depth: 0 } : intType),
  char_literal: () => intType,
  sizeof_expression: () => ({ base: 'size_t', depth: 0 }),
  true: () => boolType,
  false: () => boolType,
  binary_expression(unit, symbols, node) {
    if (truths.includes(operatorOf(unit, node))) return boolType;
    const left = typeOfField(unit, symbols, node, 'left');
    return left.depth > 0 ? left : intType;
  },
  unary_expression: (unit, _, node) => (operatorOf(unit, node) === '!' ? boolType : intType),
  update_expression: (unit, symbols, node) => typeOfField(unit, symbols, node, 'argument'),
  assignment_expression: (unit, symbols, node) => typeOfField(unit, symbols, node, 'left'),
  conditional_expression: (unit, symbols, node) => typeOfField(unit, symbols, node, 'consequence'),
};

function dereferenced(unit: SourceUnit, symbols: Symbols, node: SyntaxNode): CType {
  const type = typeOfField(unit, symbols, node, 'argument');
  return { ...type, depth: type.depth - 1 };
}

function typeOfField(unit: SourceUnit, symbols: Symbols, node: SyntaxNode, field: string): CType {
  const part = fieldOf(node, field);
  return part === undefined ? unknownType : typeOf(unit, symbols, part);
}
