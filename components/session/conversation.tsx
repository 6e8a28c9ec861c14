'use client';

import { useEffect, useRef } from 'react';
import { counted } from '#lib/format/count.ts';
import { ConversationLine } from './conversation-line.tsx';
import type { Line } from './types.ts';

export interface ConversationProps {
  readonly title: string;
  /** What this conversation is, where nothing was said in it yet. */
  readonly empty: string;
  readonly lines: readonly Line[];
  /** Earlier lines are not shown. */
  readonly isCut: boolean;
}

/** How near to its end a conversation must be to be kept there when a line comes. */
const nearPx = 80;

/** A conversation that stays at its end while somebody reads there, and nowhere else. */
export function Conversation({ title, empty, lines, isCut }: ConversationProps) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const last = lines.at(-1)?.id;
  useEffect(() => {
    const element = box.current;
    if (element !== null && atEnd.current && last !== undefined) element.scrollTop = element.scrollHeight;
  }, [last]);
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1">
      <h2 className="flex items-baseline gap-2 font-semibold text-sm">
        {title}
        <span className="font-normal text-ink-muted text-xs">{counted(lines.length, 'line')}</span>
      </h2>
      <div
        ref={box}
        role="log"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < nearPx;
        }}
        className="h-96 overflow-y-auto border-line border-y bg-surface px-3"
      >
        {lines.length === 0 ? (
          <p className="py-3 text-ink-muted text-sm">{empty}</p>
        ) : (
          <>
            {isCut && <p className="py-2 text-ink-muted text-xs">Earlier lines are in the logs and artifacts.</p>}
            <ol className="flex flex-col divide-y divide-line">
              {lines.map((line) => (
                <ConversationLine key={line.id} line={line} />
              ))}
            </ol>
          </>
        )}
      </div>
    </section>
  );
}
