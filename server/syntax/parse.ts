import { createRequire } from 'node:module';
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import type { SourceUnit, SyntaxNode } from '#lib/repair/syntax/node.ts';

/** The languages whose grammars are there. */
const grammars = {
  c: 'tree-sitter-c/tree-sitter-c.wasm',
  cpp: 'tree-sitter-cpp/tree-sitter-cpp.wasm',
} as const;
type Grammar = keyof typeof grammars;

export type Parse = (path: string, text: string) => SourceUnit;

const loaded = new Map<Grammar, Promise<Parse>>();

/** The parser for a file by its name: that of C++ for its endings, else that of C, headers included. Each is loaded once per process. */
export async function parserFor(path: string): Promise<Parse> {
  const grammar: Grammar = /\.(?:cc|cpp|cxx|hh|hpp|hxx|ipp|ino)$/i.test(path) ? 'cpp' : 'c';
  const known = loaded.get(grammar) ?? load(grammar);
  loaded.set(grammar, known);
  return await known;
}

async function load(grammar: Grammar): Promise<Parse> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(createRequire(import.meta.url).resolve(grammars[grammar])));
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

/** A tree as plain data; what cannot be parsed is an `ERROR` node in it. */
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
