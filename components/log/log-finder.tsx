'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { count } from '#lib/format/count.ts';
import type { LogHit } from '#lib/format/scan-log.ts';
import { visibleText } from '#lib/format/visible-text.ts';
import { plainText } from './plain-text.ts';

export type LogFinderProps = {
  /** Looks through the whole log: for a text, or for errors where it is null. */
  onFind: (text: string | null) => Promise<readonly LogHit[]>;
  /** Shows the log around a line. */
  onGo: (hit: LogHit, text: string) => void;
};

/** Looks for lines in all of a log, of which the page holds only a part. */
export function LogFinder({ onFind, onGo }: LogFinderProps) {
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<{ text: string; hits: readonly LogHit[] }>();
  const [state, setState] = useState<'ready' | 'looking' | 'failed'>('ready');
  async function find(wanted: string | null) {
    setState('looking');
    try {
      setAnswer({ text: wanted ?? '', hits: await onFind(wanted) });
      setState('ready');
    } catch {
      setState('failed');
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') void find(text);
  }
  return (
    <section aria-label="Find in the whole log" className="flex min-w-0 flex-col gap-1">
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <Input
          aria-label="Find in the whole log"
          placeholder="Find in the whole log"
          className="h-7 w-56 text-sm"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={state === 'looking' || text.trim() === ''}>
          Find
        </Button>
        <Button disabled={state === 'looking'} onClick={() => void find(null)}>
          All errors
        </Button>
        <output className="text-ink-muted text-sm">
          {state === 'looking' && 'Looking through all of it…'}
          {state === 'failed' && 'The log could not be read. Try again.'}
          {state === 'ready' && answer !== undefined && told(answer.hits.length)}
        </output>
      </form>
      {answer !== undefined && answer.hits.length > 0 && (
        <ol className="tabular max-h-40 overflow-y-auto border-line border-y text-xs">
          {answer.hits.map((hit) => (
            <li key={hit.line}>
              <button
                type="button"
                data-row
                onClick={() => onGo(hit, answer.text)}
                className="flex min-h-6 w-full gap-3 px-1 text-left -outline-offset-2 hover:bg-sunken"
              >
                <span className="w-16 shrink-0 text-right text-ink-muted">{count(hit.line)}</span>
                <bdi className="min-w-0 truncate">{visibleText(plainText(hit.text))}</bdi>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The server stops at so many. */
const most = 200;

function told(hits: number): string {
  if (hits === 0) return 'Nothing like that is in the log.';
  return hits >= most ? `The first ${most} lines.` : `${count(hits)} ${hits === 1 ? 'line' : 'lines'}.`;
}
