import {
  ancestorsOf,
  bare,
  everyNode,
  fieldOf,
  nearest,
  partsOf,
  type SourceUnit,
  type SyntaxNode,
  textOf,
} from '#lib/repair/syntax/node.ts';
import type { ConstructRule } from '../rules.ts';

/** Something in a syntax tree that a rule looks for. `mark` is equal for two that are the same thing at another place. */
export interface Shown {
  readonly rule: ConstructRule;
  readonly line: number;
  readonly mark: string;
  readonly text: string;
}

/** Functions by the rule that their use breaks, however the use is written: over lines, in parentheses, through a pointer. */
const functions: readonly { readonly rule: ConstructRule; readonly names: ReadonlySet<string> }[] = [
  { rule: 'shell-call', names: new Set(['system', 'popen', 'fork', 'vfork', 'posix_spawn', 'posix_spawnp']) },
  { rule: 'unsafe-call', names: new Set(['gets', 'strcpy', 'strcat', 'sprintf', 'vsprintf', 'alloca']) },
  { rule: 'early-exit', names: new Set(['_exit', '_Exit', 'quick_exit']) },
];

/** Everything that a file shows. */
export function signsIn(unit: SourceUnit): Shown[] {
  return [...everyNode(unit.root)].flatMap((node) => [
    ...usedFunction(unit, node),
    ...constantCondition(unit, node),
    ...emptyFunction(unit, node),
    ...unreachable(unit, node),
    ...swallowed(unit, node),
  ]);
}

function shown(unit: SourceUnit, node: SyntaxNode, rule: ConstructRule, mark: string): Shown {
  return { rule, line: node.line, mark: `${rule} ${mark}`, text: textOf(unit, node) };
}

function usedFunction(unit: SourceUnit, node: SyntaxNode): Shown[] {
  if (node.kind !== 'identifier' || isDeclared(node)) return [];
  const name = textOf(unit, node);
  return functions.flatMap(({ rule, names }) => (names.has(name) ? [shown(unit, node, rule, name)] : []));
}

/** The name of a variable, parameter or function that is declared here. */
function isDeclared(node: SyntaxNode): boolean {
  return node.field === 'declarator';
}

const branching: ReadonlySet<string> = new Set(['if_statement', 'conditional_expression']);

/** A branch that always, or never, is taken. Loops for ever are what firmware is made of. */
function constantCondition(unit: SourceUnit, node: SyntaxNode): Shown[] {
  if (!branching.has(node.kind)) return [];
  const condition = fieldOf(node, 'condition');
  if (condition === undefined) return [];
  const inner = innerOf(condition);
  const isFixed = isConstant(unit, inner) || decidedByConstant(unit, inner);
  return isFixed ? [shown(unit, node, 'constant-condition', textOf(unit, inner))] : [];
}

function innerOf(condition: SyntaxNode): SyntaxNode {
  const [clause] = condition.kind === 'condition_clause' ? partsOf(condition) : [];
  return bare(clause ?? condition);
}

const constants: ReadonlySet<string> = new Set(['number_literal', 'true', 'false', 'char_literal']);

function isConstant(unit: SourceUnit, node: SyntaxNode): boolean {
  return (
    constants.has(node.kind) || (node.kind === 'identifier' && /^(?:true|false|TRUE|FALSE)$/.test(textOf(unit, node)))
  );
}

/** `… && 0` and `… || 1`. */
function decidedByConstant(unit: SourceUnit, node: SyntaxNode): boolean {
  if (node.kind !== 'binary_expression') return false;
  const operator = fieldOf(node, 'operator');
  if (operator === undefined || !/^(?:&&|\|\|)$/.test(textOf(unit, operator))) return false;
  return partsOf(node).some((side) => isConstant(unit, bare(side)) || decidedByConstant(unit, bare(side)));
}

/** A function that does nothing, or answers the same whatever it is given. */
function emptyFunction(unit: SourceUnit, node: SyntaxNode): Shown[] {
  if (node.kind !== 'function_definition') return [];
  const body = fieldOf(node, 'body');
  const declarator = fieldOf(node, 'declarator');
  if (body === undefined || declarator === undefined) return [];
  const statements = partsOf(body).filter((one) => !isVoidCast(unit, one));
  const [only] = statements;
  const isEmpty = only === undefined || (statements.length === 1 && answersConstant(unit, only));
  return isEmpty ? [shown(unit, node, 'emptied-function', nameIn(unit, declarator))] : [];
}

/** `(void)argument;` keeps the compiler quiet and does nothing. */
function isVoidCast(unit: SourceUnit, node: SyntaxNode): boolean {
  return node.kind === 'expression_statement' && /^\(\s*void\s*\)\s*\w+\s*;$/.test(textOf(unit, node));
}

function answersConstant(unit: SourceUnit, node: SyntaxNode): boolean {
  if (node.kind !== 'return_statement') return false;
  const [value] = partsOf(node);
  return value === undefined || isConstant(unit, bare(value)) || /^[A-Z_][A-Z0-9_]*$/.test(textOf(unit, bare(value)));
}

function nameIn(unit: SourceUnit, declarator: SyntaxNode): string {
  const named = [...everyNode(declarator)].find(({ kind }) =>
    /^(?:field_)?identifier$|^qualified_identifier$/.test(kind),
  );
  return named === undefined ? textOf(unit, declarator) : textOf(unit, named);
}

const leaving: ReadonlySet<string> = new Set([
  'return_statement',
  'break_statement',
  'continue_statement',
  'goto_statement',
]);

/** Code that follows a return in the same block is never run. */
function unreachable(unit: SourceUnit, node: SyntaxNode): Shown[] {
  if (node.kind !== 'compound_statement') return [];
  const statements = partsOf(node);
  const at = statements.findIndex(({ kind }) => leaving.has(kind));
  const next = at === -1 ? undefined : statements[at + 1];
  if (next === undefined || /^(?:labeled_statement|case_statement|preproc_\w+)$/.test(next.kind)) return [];
  const owner = nearest(next, ['function_definition']);
  const where = owner === undefined ? '' : nameIn(unit, fieldOf(owner, 'declarator') ?? owner);
  return [shown(unit, next, 'unreachable-code', `${where} ${textOf(unit, next)}`)];
}

/** An exception that is caught and forgotten. */
function swallowed(unit: SourceUnit, node: SyntaxNode): Shown[] {
  if (node.kind !== 'catch_clause') return [];
  const body = fieldOf(node, 'body');
  if (body === undefined || partsOf(body).length > 0) return [];
  const depth = [...ancestorsOf(node)].length;
  return [shown(unit, node, 'swallowed-exception', `${textOf(unit, node)} ${depth}`)];
}
