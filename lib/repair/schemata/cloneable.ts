import type { Edit } from '../mutate/draft.ts';
import { declaredBy } from '../syntax/declared.ts';
import { everyNode, fieldOf, partsOf, type SourceUnit, type SyntaxNode, textOf } from '../syntax/node.ts';
import { functionDeclarator } from '../syntax/scope.ts';

/** A function of which several versions can stand side by side, one of them chosen at every call. */
export interface Cloneable {
  readonly definition: SyntaxNode;
  readonly name: SyntaxNode;
  readonly body: SyntaxNode;
  /** The names by which its parameters are handed on. */
  readonly parameters: readonly string[];
  readonly returnsNothing: boolean;
}

/** The functions of a file that can be cloned, in their order. */
export function cloneablesOf(unit: SourceUnit): Cloneable[] {
  return [...everyNode(unit.root)]
    .filter(({ kind }) => kind === 'function_definition')
    .flatMap((definition) => cloneable(unit, definition) ?? []);
}

/**
 * Null for a function whose arguments cannot be handed on (variable ones, ones without a name), whose clone would not be
 * linked (inline but not static), or that was not parsed whole.
 */
function cloneable(unit: SourceUnit, definition: SyntaxNode): Cloneable | null {
  const declarator = functionDeclarator(definition);
  const name = declarator && fieldOf(declarator, 'declarator');
  const list = declarator && fieldOf(declarator, 'parameters');
  const body = fieldOf(definition, 'body');
  if (name?.kind !== 'identifier' || list === undefined || body === undefined || textOf(unit, name) === 'main')
    return null;
  const head = unit.text.slice(definition.start, body.start);
  const isLinked = !/\binline\b/.test(head) || /\bstatic\b/.test(head);
  const hasTrouble = [...everyNode(definition)].some(({ kind }) => kind === 'ERROR' || kind === 'MISSING');
  if (!isLinked || hasTrouble || head.includes('#') || definition.children.some(({ kind }) => kind === 'declaration'))
    return null;
  const given = partsOf(list).filter((part) => textOf(unit, part) !== 'void');
  const parameters = given.flatMap((part) => declaredBy(unit, part).map((one) => one.name));
  if (parameters.length !== given.length) return null;
  return { definition, name, body, parameters, returnsNothing: returnsNothing(unit, definition, declarator) };
}

/** Macros around the type, such as `EXPORT(void)`, hide nothing that matters. */
function returnsNothing(unit: SourceUnit, definition: SyntaxNode, declarator: SyntaxNode | undefined): boolean {
  const type = fieldOf(definition, 'type');
  const written = type === undefined ? '' : textOf(unit, type);
  return fieldOf(definition, 'declarator') === declarator && /\bvoid\b/.test(written) && !written.includes('*');
}

/** The functions whose bodies hold all the edits; null when an edit lies elsewhere. */
export function clonesFor(cloneables: readonly Cloneable[], edits: readonly Edit[]): Cloneable[] | null {
  const homes = edits.map((edit) => cloneables.find(({ body }) => edit.start > body.start && edit.end < body.end));
  return homes.includes(undefined) ? null : [...new Set(homes.filter((home) => home !== undefined))];
}
