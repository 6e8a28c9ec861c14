'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { cx } from '#components/ui/cx.ts';
import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import { AnsiText } from './ansi-text.tsx';
import type { LogFocus } from './log-view.tsx';
import type { LogLine } from './types.ts';

export type LogLinesProps = {
  label: string;
  lines: readonly LogLine[];
  hits: ReadonlySet<number>;
  focus: LogFocus;
  /** The reader scrolled up from a followed end. */
  onLeaveEnd: () => void;
};

const rowHeight = 20;

/** Longer lines are cut in the view; the raw log has them whole. */
const longestLine = 4_000;

/** The lines in sight of a log of any length. */
export function LogLines({ label, lines, hits, focus, onLeaveEnd }: LogLinesProps) {
  const frame = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    initialRect: { width: 800, height: 400 },
  });
  const last = lines.length - 1;
  useEffect(() => {
    if (focus.follow && last >= 0) rows.scrollToIndex(last, { align: 'end' });
  }, [rows, focus, last]);
  useEffect(() => {
    if (!focus.follow && focus.index !== null && focus.index >= 0) rows.scrollToIndex(focus.index, { align: 'center' });
  }, [rows, focus]);
  return (
    <section
      ref={frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      onWheel={(event) => {
        if (event.deltaY < 0 && focus.follow) onLeaveEnd();
      }}
      className="tabular relative h-96 max-h-[70dvh] overflow-y-auto bg-surface text-xs leading-5 -outline-offset-2"
    >
      {lines.length === 0 && (
        <p className="px-3 py-2 font-sans text-ink-muted text-sm">Nothing has been written yet.</p>
      )}
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const line = lines[row.index];
          if (!line) return null;
          return (
            <div
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <Line line={line} lit={!focus.follow && focus.index === row.index} hit={hits.has(row.index)} />
            </div>
          );
        })}
      </div>
    </section>
  );
}

type LineProps = { line: LogLine; lit: boolean; hit: boolean };

function Line({ line, lit, hit }: LineProps) {
  const { text, rest } = clip(line.text, longestLine);
  return (
    <div className={cx('flex', line.error && 'bg-bad-soft', hit && 'bg-attention-soft', lit && 'bg-pressed')}>
      <span className="w-14 shrink-0 select-none pr-3 text-right text-ink-faint">{line.number}</span>
      <bdi className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap pr-3">
        <AnsiText text={text} />
        {rest > 0 && <em className="text-ink-muted"> … {counted(rest, 'more character')} in the raw log</em>}
      </bdi>
    </div>
  );
}
