import Anser from 'anser';
import type { CSSProperties } from 'react';
import { visibleText } from '#lib/format/visible-text.ts';

export type AnsiTextProps = { text: string };

/** Terminal text as styled spans, never as markup. Cursor movements are dropped, other control characters become visible. */
export function AnsiText({ text }: AnsiTextProps) {
  return spansOf(lastOverwrite(text)).map((span) => (
    <span key={span.key} style={span.style}>
      {span.text}
    </span>
  ));
}

/** A carriage return starts the line anew: what a terminal would show is what comes after the last one. */
function lastOverwrite(text: string): string {
  const line = text.replace(/\r+$/, '');
  return line.slice(line.lastIndexOf('\r') + 1);
}

type Span = { key: number; text: string; style: CSSProperties };

function spansOf(text: string): readonly Span[] {
  let key = 0;
  return Anser.ansiToJson(text, { json: true, remove_empty: true, use_classes: true }).map((entry) => {
    const span = { key, text: visibleText(entry.content), style: styleOf(entry) };
    key += entry.content.length;
    return span;
  });
}

/** The sixteen terminal colours in the tones of the theme, so that they stay legible on both grounds. */
const colours: Record<string, string> = {
  'ansi-red': 'var(--bad)',
  'ansi-green': 'var(--good)',
  'ansi-yellow': 'var(--attention)',
  'ansi-blue': 'var(--busy)',
  'ansi-magenta': 'var(--series-measured)',
  'ansi-cyan': 'var(--series-kept)',
  'ansi-white': 'var(--ink)',
  'ansi-black': 'var(--ink-muted)',
};

function colourOf(name: string | null): string | undefined {
  return name === null ? undefined : colours[name.replace('bright-', '')];
}

function styleOf(entry: Anser.AnserJsonEntry): CSSProperties {
  const has = (decoration: Anser.DecorationName) => entry.decorations.includes(decoration);
  const foreground = colourOf(entry.fg);
  const background = colourOf(entry.bg);
  return {
    ...(foreground && { color: foreground }),
    ...(background && { boxShadow: `inset 0 -2px ${background}` }),
    ...(has('bold') && { fontWeight: 650 }),
    ...(has('dim') && { color: 'var(--ink-faint)' }),
    ...(has('italic') && { fontStyle: 'italic' }),
    ...(has('underline') && { textDecoration: 'underline' }),
    ...(has('strikethrough') && { textDecoration: 'line-through' }),
  };
}
