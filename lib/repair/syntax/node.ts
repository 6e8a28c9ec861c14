/** A node of a C syntax tree as plain data: tree-sitter's names of kinds and fields, offsets in UTF-16 units. */
export interface SyntaxNode {
  readonly kind: string;
  /** The role in the parent, such as `left` or `condition`; null without one. */
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly named: boolean;
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
}

/** A parsed file of the project. */
export interface SourceUnit {
  /** Relative to the project's folder. */
  readonly path: string;
  readonly text: string;
  readonly root: SyntaxNode;
}

export function textOf({ text }: Pick<SourceUnit, 'text'>, node: SyntaxNode): string {
  return text.slice(node.start, node.end);
}

export function fieldOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** The named children: what is left when keywords and punctuation are taken away. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter((child) => child.named && child.kind !== 'comment');
}

/** The node and everything below it, parents first. */
export function* everyNode(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of node.children) yield* everyNode(child);
}

/** The nodes above, the nearest first. */
export function* ancestorsOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let at = node.parent; at !== null; at = at.parent) yield at;
}

export function nearest(node: SyntaxNode, kinds: readonly string[]): SyntaxNode | undefined {
  for (const above of ancestorsOf(node)) if (kinds.includes(above.kind)) return above;
  return undefined;
}

/** The token of a binary, unary, update or assignment expression. */
export function operatorOf(unit: SourceUnit, node: SyntaxNode): string {
  const operator = fieldOf(node, 'operator');
  return operator === undefined ? '' : textOf(unit, operator);
}

/** An expression without the parentheses around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  const [inner] = node.kind === 'parenthesized_expression' ? partsOf(node) : [];
  return inner === undefined ? node : bare(inner);
}
