'use client';

import { useMemo, useState } from 'react';
import { LogLines } from './log-lines.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import { plainText } from './plain-text.ts';
import type { LogLine } from './types.ts';

export type LogViewProps = {
  /** Read aloud as the log's name, for example "Console of board nucleo-7". */
  label: string;
  lines: readonly LogLine[];
  /** The beginning of the log is not among the lines. */
  leftOut: boolean;
  /** A line to stand at, by its text; null for none. */
  wanted: string | null;
  /** More lines may still come. */
  live: boolean;
  rawHref: string;
};

/** Where the view should stand: at the end as it grows, or at one line. */
export type LogFocus = { follow: true } | { follow: false; index: number | null };

/** A log as it grows: follow, search, jump from error to error, and the raw bytes to download. */
export function LogView({ label, lines, leftOut, wanted, live, rawHref }: LogViewProps) {
  const [query, setQuery] = useState('');
  const [focus, setFocus] = useState<LogFocus>(() =>
    live ? { follow: true } : { follow: false, index: indexOf(lines, wanted) },
  );
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
      {leftOut && (
        <p className="border-line border-b bg-attention-soft px-3 py-1 text-attention text-sm">
          Only a part is shown; what came before is left out here. The raw log has all of it.
        </p>
      )}
      <LogLines
        label={label}
        lines={lines}
        hits={new Set(hits)}
        focus={focus}
        onLeaveEnd={() => setFocus({ follow: false, index: null })}
      />
    </div>
  );
}

function indexOf(lines: readonly LogLine[], wanted: string | null): number | null {
  const index = wanted === null ? -1 : lines.findIndex((line) => line.text.startsWith(wanted));
  return index === -1 ? null : index;
}

function matcherOf(query: string): (line: LogLine) => boolean {
  const wanted = query.toLowerCase();
  return (line) => wanted !== '' && plainText(line.text).toLowerCase().includes(wanted);
}

function indexesOf(lines: readonly LogLine[], wanted: (line: LogLine) => boolean): readonly number[] {
  return lines.flatMap((line, index) => (wanted(line) ? [index] : []));
}
