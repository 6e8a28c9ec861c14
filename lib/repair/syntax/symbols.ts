import { type CType, intType } from './c-type.ts';
import { baseOf, type Declared, declaredBy } from './declared.ts';
import { everyNode, fieldOf, partsOf, type SourceUnit, type SyntaxNode, textOf } from './node.ts';

export interface FunctionShape {
  readonly name: string;
  readonly returns: CType;
  readonly parameters: readonly CType[];
}

export interface Field {
  readonly name: string;
  readonly type: CType;
  readonly size: string | null;
}

/** What all files of a project declare, headers included. Names of one kind are taken as unique in the project. */
export interface Symbols {
  readonly functions: ReadonlyMap<string, FunctionShape>;
  /** By `struct name` or the typedef's name. */
  readonly records: ReadonlyMap<string, readonly Field[]>;
  readonly aliases: ReadonlyMap<string, CType>;
  readonly globals: ReadonlyMap<string, CType>;
  /** Macros whose value is an integer expression, with that text. */
  readonly constants: ReadonlyMap<string, string>;
  /** Constants of an enum by its type, and its type by the constant. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
  readonly enumOf: ReadonlyMap<string, string>;
  /** Where each global, macro and function comes from. */
  readonly homes: ReadonlyMap<string, string>;
}

export function collectSymbols(units: readonly SourceUnit[]): Symbols {
  const found = {
    functions: new Map<string, FunctionShape>(),
    records: new Map<string, Field[]>(),
    aliases: new Map<string, CType>(),
    globals: new Map<string, CType>(),
    constants: new Map<string, string>(),
    enums: new Map<string, string[]>(),
    enumOf: new Map<string, string>(),
    homes: new Map<string, string>(),
  };
  for (const unit of units) {
    for (const node of everyNode(unit.root)) readers[node.kind]?.(found, unit, node);
  }
  return found;
}

type Found = {
  -readonly [K in keyof Symbols]: Symbols[K] extends ReadonlyMap<infer Key, infer Value> ? Map<Key, Value> : never;
};
type Reader = (found: Found, unit: SourceUnit, node: SyntaxNode) => void;

const readers: Readonly<Record<string, Reader>> = {
  function_definition: (found, unit, node) => {
    for (const one of declaredBy(unit, node)) addFunction(found, unit, one);
  },
  declaration(found, unit, node) {
    if (!isOutermost(node)) return;
    for (const one of declaredBy(unit, node)) {
      if (one.parameters !== null) addFunction(found, unit, one);
      else {
        found.globals.set(one.name, one.type);
        found.homes.set(one.name, unit.path);
      }
    }
  },
  type_definition(found, unit, node) {
    for (const one of declaredBy(unit, node)) if (one.parameters === null) found.aliases.set(one.name, one.type);
  },
  struct_specifier: readRecord,
  union_specifier: readRecord,
  enum_specifier(found, unit, node) {
    const names = partsOf(fieldOf(node, 'body') ?? node)
      .filter((part) => part.kind === 'enumerator')
      .flatMap((part) => fieldOf(part, 'name') ?? [])
      .map((name) => textOf(unit, name));
    if (names.length === 0) return;
    const type = baseOf(unit, node);
    found.enums.set(type, names);
    for (const name of names) found.enumOf.set(name, type);
  },
  preproc_def(found, unit, node) {
    const name = fieldOf(node, 'name');
    const value = fieldOf(node, 'value');
    if (name === undefined || value === undefined) return;
    const text = textOf(unit, value)
      .replace(/\/\*.*?\*\/|\/\/.*/g, '')
      .trim();
    if (!isIntegerExpression(text)) return;
    found.constants.set(textOf(unit, name), text);
    found.homes.set(textOf(unit, name), unit.path);
  },
};

function readRecord(found: Found, unit: SourceUnit, node: SyntaxNode): void {
  const body = fieldOf(node, 'body');
  if (body === undefined) return;
  const fields = partsOf(body).flatMap((part) => declaredBy(unit, part).map(asField));
  found.records.set(baseOf(unit, node), fields);
}

function asField({ name, type, size }: Declared): Field {
  return { name, type, size };
}

function addFunction(found: Found, unit: SourceUnit, { name, type, parameters }: Declared): void {
  if (parameters === null) return;
  const types = partsOf(parameters).map((one) => declaredBy(unit, one)[0]?.type ?? abstractType(unit, one));
  const isVoid = types.length === 1 && types[0]?.base === 'void' && types[0].depth === 0;
  found.functions.set(name, { name, returns: type, parameters: isVoid ? [] : types });
  found.homes.set(name, unit.path);
}

/** A parameter without a name. */
function abstractType(unit: SourceUnit, parameter: SyntaxNode): CType {
  const type = fieldOf(parameter, 'type');
  const pointers = textOf(unit, parameter).split('*').length - 1;
  return type === undefined ? intType : { base: baseOf(unit, type), depth: pointers };
}

function isOutermost(node: SyntaxNode): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (at.kind === 'compound_statement') return false;
  return true;
}

/** Digits, names of other constants, operators and parentheses; nothing that would be a call or a type. */
function isIntegerExpression(text: string): boolean {
  return (
    text !== '' &&
    /^[\w\s()+\-*/%<>&|~^]+$/.test(text) &&
    !/\b(?:int|char|long|short|unsigned|sizeof|if|do|while|return|static|const|u?int\d+_t)\b/.test(text)
  );
}
