import { baseName, type CType } from './c-type.ts';
import { fieldOf, type SourceUnit, type SyntaxNode, textOf } from './node.ts';

/** A name that a declaration brings. */
export interface Declared {
  readonly name: string;
  readonly type: CType;
  readonly node: SyntaxNode;
  /** The text between the brackets of its first array dimension. */
  readonly size: string | null;
  readonly initialised: boolean;
  /** The parameter list when it is a function. */
  readonly parameters: SyntaxNode | null;
}

const nameKinds: readonly string[] = ['identifier', 'field_identifier', 'type_identifier'];

/** The names of a declaration, parameter, field, typedef or function definition, with their types. */
export function declaredBy(unit: SourceUnit, declaration: SyntaxNode): Declared[] {
  const type = fieldOf(declaration, 'type');
  if (type === undefined) return [];
  const base = baseOf(unit, type);
  return declaration.children
    .filter((child) => child.field === 'declarator')
    .flatMap((declarator) => unwind(unit, declarator, base, declarator.kind === 'init_declarator') ?? []);
}

/** `struct ring` for a struct with a body, too. */
export function baseOf(unit: SourceUnit, type: SyntaxNode): string {
  const tag = tagWords[type.kind];
  if (tag === undefined) return baseName(textOf(unit, type));
  const name = fieldOf(type, 'name');
  return name === undefined ? `${tag} @${type.start}` : `${tag} ${textOf(unit, name)}`;
}

const tagWords: Readonly<Record<string, string>> = {
  struct_specifier: 'struct',
  union_specifier: 'union',
  enum_specifier: 'enum',
};

/** Follows the declarator inwards: each pointer and array on the way is one level. */
function unwind(unit: SourceUnit, declarator: SyntaxNode, base: string, initialised: boolean): Declared | null {
  let depth = 0;
  let size: string | null = null;
  let parameters: SyntaxNode | null = null;
  for (let at: SyntaxNode | undefined = declarator; at !== undefined; at = inner(at)) {
    if (nameKinds.includes(at.kind)) {
      return { name: textOf(unit, at), type: { base, depth }, node: at, size, initialised, parameters };
    }
    if (at.kind === 'pointer_declarator') depth += 1;
    if (at.kind === 'array_declarator') {
      depth += 1;
      const length = fieldOf(at, 'size');
      size = length === undefined ? null : textOf(unit, length);
    }
    if (at.kind === 'function_declarator') parameters ??= fieldOf(at, 'parameters') ?? null;
  }
  return null;
}

function inner(declarator: SyntaxNode): SyntaxNode | undefined {
  return (
    fieldOf(declarator, 'declarator') ??
    declarator.children.find((child) => child.kind.endsWith('declarator') || nameKinds.includes(child.kind))
  );
}
