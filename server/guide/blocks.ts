import type { Token, Tokens, TokensList } from 'marked';
import type { Block, Inline } from '#lib/guide/blocks.ts';

type Maker = (token: never) => Block[];

/** The parts of markdown that the guide is written with; anything else is an error that its test finds. */
const makers = {
  heading: ({ depth, tokens }: Tokens.Heading) => [{ kind: 'heading', level: depth, inline: inlineOf(tokens) }],
  paragraph: ({ tokens }: Tokens.Paragraph) => [{ kind: 'paragraph', inline: inlineOf(tokens) }],
  code: ({ text }: Tokens.Code) => [{ kind: 'code', text }],
  list: ({ ordered, items }: Tokens.List) => [
    { kind: 'list', ordered, items: items.map(({ tokens }) => inlineOf(tokens.flatMap(leaves))) },
  ],
  table: ({ header, rows }: Tokens.Table) => [
    {
      kind: 'table',
      head: header.map(({ tokens }) => inlineOf(tokens)),
      rows: rows.map((row) => row.map(({ tokens }) => inlineOf(tokens))),
    },
  ],
  space: () => [],
} satisfies Record<string, Maker>;

/** A page of markdown as blocks that a component can draw. Throws for what the guide does not use. */
export function blocksOf(tokens: TokensList): Block[] {
  return tokens.flatMap((token): Block[] => {
    const make = Object.hasOwn(makers, token.type) ? makers[token.type as keyof typeof makers] : undefined;
    if (make === undefined) throw new Error(`the guide has no ${token.type}`);
    return (make as (token: Token) => Block[])(token);
  });
}

/** The text of a list's item stands one level deeper. */
function leaves(token: Token): Token[] {
  return 'tokens' in token && (token.type === 'text' || token.type === 'paragraph') ? (token.tokens ?? []) : [token];
}

function inlineOf(tokens: readonly Token[]): Inline[] {
  return tokens.map((token): Inline => {
    switch (token.type) {
      case 'link':
        return { kind: 'link', text: plain(token.text), href: token.href };
      case 'image':
        return { kind: 'image', text: plain(token.text), src: token.href };
      case 'strong':
      case 'em':
        return { kind: token.type, text: plain(token.text) };
      case 'codespan':
        return { kind: 'code', text: token.text };
      default:
        return { kind: 'text', text: plain('text' in token ? token.text : token.raw) };
    }
  });
}

/** Line ends inside a paragraph are spaces. */
function plain(text: string): string {
  return text.replaceAll('\n', ' ');
}
