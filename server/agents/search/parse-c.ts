import { createRequire } from 'node:module';
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import type { SourceUnit, SyntaxNode } from '#lib/repair/syntax/node.ts';

type ParseC = (path: string, text: string) => SourceUnit;

let loading: Promise<ParseC> | undefined;

/** The parser of C, loaded once per process. A tree comes out as plain data; what cannot be parsed is an `ERROR` node in it. */
export async function parserOfC(): Promise<ParseC> {
  loading ??= load();
  return await loading;
}

async function load(): Promise<ParseC> {
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve('tree-sitter-c/tree-sitter-c.wasm');
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (path, text) => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error(`${path} could not be parsed`);
    try {
      return { path, text, root: plain(tree.walk(), null) };
    } finally {
      tree.delete();
    }
  };
}

function plain(cursor: TreeCursor, parent: SyntaxNode | null): SyntaxNode {
  const children: SyntaxNode[] = [];
  const node: SyntaxNode = {
    kind: cursor.nodeType,
    field: cursor.currentFieldName,
    start: cursor.startIndex,
    end: cursor.endIndex,
    line: cursor.startPosition.row + 1,
    named: cursor.nodeIsNamed,
    parent,
    children,
  };
  if (cursor.gotoFirstChild()) {
    do children.push(plain(cursor, node));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
}
