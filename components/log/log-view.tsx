'use client';

import { useMemo, useState } from 'react';
import { LogLines } from './log-lines.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import { plainText } from './plain-text.ts';
import type { LogGap, LogLine } from './types.ts';

export type LogViewProps = {
  /** Read aloud as the log's name, for example "Console of board nucleo-7". */
  label: string;
  lines: readonly LogLine[];
  gaps?: readonly LogGap[];
  /** More lines may still come. */
  live: boolean;
  rawHref: string;
  /** A line that a link points to. */
  initialLine?: number | undefined;
};

/** Where the view should stand: at the end as it grows, or at one line. */
export type LogFocus = { follow: true } | { follow: false; index: number | null };

/** A log as it grows: follow, search, jump from error to error, and the raw bytes to download. */
export function LogView({ label, lines, gaps = [], live, rawHref, initialLine }: LogViewProps) {
  const [query, setQuery] = useState('');
  const [focus, setFocus] = useState<LogFocus>(() => initialFocus(lines, live, initialLine));
  const errors = useMemo(() => indexesOf(lines, (line) => line.error === true), [lines]);
  const hits = useMemo(() => indexesOf(lines, matcherOf(query)), [lines, query]);
  const here = focus.follow ? null : focus.index;
  return (
    <div className="flex min-w-0 flex-col overflow-hidden rounded-md border">
      <LogToolbar
        query={query}
        onQuery={setQuery}
        hits={hits}
        errors={errors}
        here={here}
        onGo={(index) => setFocus({ follow: false, index })}
        live={live}
        following={focus.follow}
        onFollow={(follow) => setFocus(follow ? { follow } : { follow, index: null })}
        rawHref={rawHref}
      />
      <LogLines
        label={label}
        lines={lines}
        gaps={gaps}
        hits={new Set(hits)}
        focus={focus}
        onLeaveEnd={() => setFocus({ follow: false, index: null })}
      />
    </div>
  );
}

function initialFocus(lines: readonly LogLine[], live: boolean, initialLine: number | undefined): LogFocus {
  if (initialLine !== undefined) return { follow: false, index: lines.findIndex((line) => line.number >= initialLine) };
  return live ? { follow: true } : { follow: false, index: null };
}

function matcherOf(query: string): (line: LogLine) => boolean {
  const wanted = query.toLowerCase();
  return (line) => wanted !== '' && plainText(line.text).toLowerCase().includes(wanted);
}

function indexesOf(lines: readonly LogLine[], wanted: (line: LogLine) => boolean): readonly number[] {
  return lines.flatMap((line, index) => (wanted(line) ? [index] : []));
}
