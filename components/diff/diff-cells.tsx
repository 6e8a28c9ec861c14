import { cx } from '#components/ui/cx.ts';
import type { DiffLine } from '#lib/diff/parsed-diff.ts';
import { clip } from '#lib/format/clip.ts';
import { visibleText } from '#lib/format/visible-text.ts';

/** Longer lines are cut here; the raw patch has them whole. */
const longestLine = 500;

const looks = {
  context: { sign: ' ', name: 'unchanged', ground: '', gutter: 'text-ink-faint' },
  add: { sign: '+', name: 'added', ground: 'bg-added', gutter: 'bg-added-gutter text-ink-muted' },
  delete: { sign: '−', name: 'removed', ground: 'bg-removed', gutter: 'bg-removed-gutter text-ink-muted' },
} as const satisfies Record<DiffLine['kind'], object>;

export type LineNumberProps = { line: DiffLine | null; side: 'oldLine' | 'newLine' };

/** The gutter of one side. */
export function LineNumber({ line, side }: LineNumberProps) {
  const gutter = line === null ? 'bg-sunken' : looks[line.kind].gutter;
  return <td className={cx('w-11 min-w-11 select-none px-2 text-right align-top', gutter)}>{line?.[side]}</td>;
}

export type LineTextProps = { line: DiffLine | null };

/** The text of one side with its sign; a cell without a line is left grey. */
export function LineText({ line }: LineTextProps) {
  if (line === null) return <td className="bg-sunken" />;
  const { sign, name, ground } = looks[line.kind];
  const { text, rest } = clip(line.text, longestLine);
  return (
    <td className={cx('wrap-anywhere whitespace-pre-wrap pr-2 pl-5 -indent-3.5 align-top', ground)}>
      <span aria-hidden className="mr-1.5 select-none text-ink-muted">
        {sign}
      </span>
      {line.kind !== 'context' && <span className="sr-only">{name}: </span>}
      <bdi>{visibleText(text)}</bdi>
      {rest > 0 && <em className="text-ink-muted"> … {rest} more characters</em>}
      {line.noNewline && <em className="select-none text-ink-muted"> no newline at end of file</em>}
    </td>
  );
}
