import { lexer, type Token, type TokensList } from 'marked';
import type { Block, Inline } from '#lib/guide/blocks.ts';
import { blocksOf } from '#server/guide/blocks.ts';

/**
 * Markdown of a stranger as blocks that a component draws: what is not known is text, HTML included; links lead to web pages
 * only, and pictures are not fetched.
 */
export function strangersMarkdown(source: string): Block[] {
  return lexer(source).flatMap((token) => known(token).map(harmless));
}

function known(token: Token): Block[] {
  try {
    return blocksOf([token] as unknown as TokensList);
  } catch {
    return [{ kind: 'paragraph', inline: [{ kind: 'text', text: token.raw }] }];
  }
}

function harmless(block: Block): Block {
  switch (block.kind) {
    case 'code':
      return block;
    case 'heading':
      // The page has a title of its own.
      return { ...block, level: 2, inline: block.inline.map(part) };
    case 'paragraph':
      return { ...block, inline: block.inline.map(part) };
    case 'list':
      return { ...block, items: block.items.map((item) => item.map(part)) };
    case 'table':
      return {
        ...block,
        head: block.head.map((cell) => cell.map(part)),
        rows: block.rows.map((row) => row.map((cell) => cell.map(part))),
      };
  }
}

function part(inline: Inline): Inline {
  if (inline.kind === 'image') return { kind: 'text', text: `[picture: ${inline.text}]` };
  if (inline.kind === 'link' && !/^https?:\/\//i.test(inline.href)) return { kind: 'text', text: inline.text };
  return inline;
}
