import {
  bare,
  everyNode,
  fieldOf,
  operatorOf,
  partsOf,
  type SourceUnit,
  type SyntaxNode,
  textOf,
} from '../syntax/node.ts';
import { clausesOf } from './clauses.ts';

/** A piece of code that can be used elsewhere when all its names mean something there. */
export interface Snippet {
  readonly text: string;
  /** The names that it needs, fields apart. */
  readonly names: readonly string[];
  /** Where it stands, so that code of the same function comes first. */
  readonly start: number;
  readonly end: number;
}

/** A comparison and its sides. */
export interface Comparison extends Snippet {
  readonly left: string;
  readonly right: string;
  readonly operator: string;
}

/** What the code of one file already says, to say it in other places. */
export interface Mined {
  readonly comparisons: readonly Comparison[];
  /** Clauses of conditions that compare nothing: calls, flags. */
  readonly flags: readonly Snippet[];
  /** Conditions of two clauses. */
  readonly twofold: readonly Snippet[];
  readonly statements: readonly Snippet[];
  /** What values are taken modulo of, and the lengths of arrays. */
  readonly moduli: readonly string[];
  /** Names that can be used anywhere in the file: its own and those of the headers that it includes. */
  readonly visible: ReadonlySet<string>;
}

const comparing: readonly string[] = ['<', '<=', '>', '>=', '==', '!='];
const conditional: readonly string[] = [
  'if_statement',
  'while_statement',
  'do_statement',
  'for_statement',
  'conditional_expression',
];

/** Reads one file. `lengths` are the array lengths of the project's records, `visible` the names that the file may use. */
export function mine(unit: SourceUnit, lengths: readonly string[], visible: ReadonlySet<string>): Mined {
  const comparisons = new Map<string, Comparison>();
  const flags = new Map<string, Snippet>();
  const twofold = new Map<string, Snippet>();
  const statements = new Map<string, Snippet>();
  const moduli = new Set<string>();
  for (const node of everyNode(unit.root)) {
    if (node.kind === 'binary_expression') {
      const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
      const operator = operatorOf(unit, node);
      if (left === undefined || right === undefined) continue;
      if (comparing.includes(operator)) {
        const sides = { left: textOf(unit, left), right: textOf(unit, right), operator };
        comparisons.set(textOf(unit, node), { ...snippet(unit, node), ...sides });
      }
      if (operator === '%') moduli.add(textOf(unit, bare(right)));
    }
    const condition = conditional.includes(node.kind) ? fieldOf(node, 'condition') : undefined;
    if (condition !== undefined) {
      const clauses = clausesOf(unit, bare(condition));
      if (clauses.length === 2) twofold.set(textOf(unit, bare(condition)), snippet(unit, bare(condition)));
      for (const clause of clauses) {
        if (clause.kind !== 'binary_expression') flags.set(textOf(unit, clause), snippet(unit, clause));
      }
    }
    if (node.kind === 'expression_statement' && partsOf(node).length === 1) {
      statements.set(textOf(unit, node), snippet(unit, node));
    }
  }
  return {
    comparisons: [...comparisons.values()],
    flags: [...flags.values()],
    twofold: [...twofold.values()],
    statements: [...statements.values()],
    moduli: [...new Set([...moduli, ...lengths])].filter((text) => /^\w+$/.test(text) && text !== '1'),
    visible,
  };
}

export function namesIn(unit: SourceUnit, node: SyntaxNode): string[] {
  const names = [...everyNode(node)].filter((one) => one.kind === 'identifier').map((one) => textOf(unit, one));
  return [...new Set(names)];
}

function snippet(unit: SourceUnit, node: SyntaxNode): Snippet {
  return { text: textOf(unit, node), names: namesIn(unit, node), start: node.start, end: node.end };
}
