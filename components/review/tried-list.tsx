'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { iterationFaces } from '#components/run/iteration-face.ts';
import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { signedCount } from '#lib/format/percent.ts';
import type { TriedIteration } from './types.ts';

export type TriedListProps = {
  tried: readonly TriedIteration[];
  runHref: string;
  /** The patch of an iteration, fetched when it is opened. */
  patchOf: (iteration: number) => ReactNode;
};

/** What was tried, oldest first: the idea, what came of it, and the patch when it is asked for. */
export function TriedList({ tried, runHref, patchOf }: TriedListProps) {
  return (
    <ol className="flex flex-col border-line border-y">
      {tried.map((one) => (
        <TriedLine key={one.mark.number} tried={one} runHref={runHref} patchOf={patchOf} />
      ))}
    </ol>
  );
}

function TriedLine({
  tried,
  runHref,
  patchOf,
}: { tried: TriedIteration } & Pick<TriedListProps, 'runHref' | 'patchOf'>) {
  const [open, setOpen] = useState(false);
  const { mark, hypothesis, judgement, strategy, hasPatch } = tried;
  const { tone, word } = iterationFaces[mark.status];
  return (
    <li className="flex flex-col gap-1 border-line border-b px-2 py-2 text-sm last:border-b-0">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Link href={`${runHref}?tab=iteration&iteration=${mark.number}`} className="tabular">
          {mark.number === 0 ? 'base' : `iteration ${mark.number}`}
        </Link>
        <ToneMark tone={tone}>{word}</ToneMark>
        {mark.passed !== null && mark.total !== null && (
          <span className="tabular">
            {`${mark.passed}/${mark.total} pass`}
            {mark.change !== null && mark.change !== 0 && ` (${signedCount(mark.change)})`}
          </span>
        )}
        {(tried.regressions ?? 0) > 0 && <span className="text-bad">{tried.regressions} broke</span>}
        {strategy !== null && <span className="tabular text-ink-muted max-md:hidden">{strategy}</span>}
      </div>
      {hypothesis !== null && <SafeText text={hypothesis} limit={280} />}
      {judgement !== null && (
        <p className="text-ink-muted">
          <SafeText text={judgement} limit={240} />
        </p>
      )}
      {hasPatch && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="inline-flex w-fit items-center gap-1 rounded-sm text-busy hover:underline"
        >
          <ChevronRight aria-hidden className={open ? 'size-3.5 rotate-90' : 'size-3.5'} />
          {open ? 'Hide the patch' : 'Show the patch'}
        </button>
      )}
      {open && patchOf(mark.number)}
    </li>
  );
}
