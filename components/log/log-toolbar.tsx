'use client';

import { ArrowDownToLine, ChevronDown, ChevronUp, CircleX, Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Input } from '#components/ui/input.tsx';
import { count } from '#lib/format/count.ts';

export type LogToolbarProps = {
  query: string;
  onQuery: (query: string) => void;
  /** Indexes of the lines that match, ascending. */
  hits: readonly number[];
  errors: readonly number[];
  here: number | null;
  onGo: (index: number) => void;
  live: boolean;
  following: boolean;
  onFollow: (follow: boolean) => void;
  rawHref: string;
};

/** Search, errors, follow and download of a log. */
export function LogToolbar(props: LogToolbarProps) {
  const { query, onQuery, hits, errors, here, onGo, live, following, onFollow, rawHref } = props;
  const next = nextOf(hits, here);
  const previous = previousOf(hits, here);
  const error = nextOf(errors, here);
  return (
    <div
      role="toolbar"
      aria-label="Log"
      className="flex flex-wrap items-center gap-1 border-line border-b bg-sunken px-2 py-1"
    >
      <Input
        aria-label="Search this log"
        placeholder="Search"
        className="h-7 w-44 text-sm max-md:flex-1"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          const target = event.shiftKey ? previous : next;
          if (event.key === 'Enter' && target !== undefined) onGo(target);
        }}
      />
      {query !== '' && (
        <>
          <output className="tabular px-1 text-ink-muted text-xs">{placeOf(hits, here)}</output>
          <IconButton
            icon={ChevronUp}
            label="Previous match"
            disabled={previous === undefined}
            onClick={goTo(onGo, previous)}
          />
          <IconButton icon={ChevronDown} label="Next match" disabled={next === undefined} onClick={goTo(onGo, next)} />
        </>
      )}
      <span className="ml-auto flex items-center gap-1">
        {errors.length > 0 && (
          <Button kind="quiet" className="text-bad" onClick={goTo(onGo, error)}>
            <CircleX aria-hidden /> Next error · {count(errors.length)}
          </Button>
        )}
        {live && (
          <Button
            kind="quiet"
            aria-pressed={following}
            className="aria-pressed:bg-pressed"
            onClick={() => onFollow(!following)}
          >
            <ArrowDownToLine aria-hidden /> {following ? 'Following' : 'Follow'}
          </Button>
        )}
        <Button kind="quiet" asChild>
          <a href={rawHref} download>
            <Download aria-hidden /> Raw
          </a>
        </Button>
      </span>
    </div>
  );
}

function goTo(onGo: (index: number) => void, index: number | undefined): () => void {
  return () => {
    if (index !== undefined) onGo(index);
  };
}

function nextOf(indexes: readonly number[], here: number | null): number | undefined {
  return indexes.find((index) => here === null || index > here) ?? indexes[0];
}

function previousOf(indexes: readonly number[], here: number | null): number | undefined {
  return indexes.findLast((index) => here !== null && index < here) ?? indexes.at(-1);
}

function placeOf(hits: readonly number[], here: number | null): string {
  const place = here === null ? -1 : hits.indexOf(here);
  return place === -1 ? count(hits.length) : `${count(place + 1)} of ${count(hits.length)}`;
}
