/** A part of a line. */
export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'image'; text: string; src: string };

/** A block of a page. */
export type Block =
  | { kind: 'heading'; level: number; inline: readonly Inline[] }
  | { kind: 'paragraph'; inline: readonly Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly Inline[])[] }
  | { kind: 'table'; head: readonly (readonly Inline[])[]; rows: readonly (readonly (readonly Inline[])[])[] };
