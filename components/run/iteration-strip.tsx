'use client';

import { memo } from 'react';
import { cx } from '#components/ui/cx.ts';
import { Elapsed } from '#components/ui/elapsed.tsx';
import { Link } from '#components/ui/link.tsx';
import { tones } from '#components/ui/tone.ts';
import { useCentred } from '#components/ui/use-centred.ts';
import { signedCount } from '#lib/format/percent.ts';
import { iterationFaces } from './iteration-face.ts';
import type { IterationMark } from './iteration-types.ts';

export type IterationStripProps = {
  iterations: readonly IterationMark[];
  selected: number | null;
  hrefOf: (iteration: number) => string;
};

/** The iterations of a run in a row: what each gained or lost, which one runs, which one is open below: that one is in sight. */
export function IterationStrip({ iterations, selected, hrefOf }: IterationStripProps) {
  return (
    <nav ref={useCentred(selected)} aria-label="Iterations" className="relative overflow-x-auto border-line border-y">
      <ol className="flex min-w-min">
        {iterations.map((iteration) => (
          <Item
            key={iteration.number}
            iteration={iteration}
            href={hrefOf(iteration.number)}
            selected={iteration.number === selected}
          />
        ))}
      </ol>
    </nav>
  );
}

type ItemProps = { iteration: IterationMark; href: string; selected: boolean };

/** Drawn again when it has changed: of all iterations that is the one that runs. */
const Item = memo(function Item({ iteration, href, selected }: ItemProps) {
  return (
    <li className="border-line border-r last:border-r-0">
      <Link
        kind="bare"
        href={href}
        scroll={false}
        aria-current={selected ? 'true' : undefined}
        className="flex h-12 min-w-20 flex-col justify-center border-transparent border-b-2 px-3 -outline-offset-2 hover:bg-sunken aria-current:border-ink aria-current:bg-sunken"
      >
        <Face iteration={iteration} />
      </Link>
    </li>
  );
});

function Face({ iteration }: { iteration: IterationMark }) {
  const { icon: Icon, tone, word } = iterationFaces[iteration.status];
  return (
    <>
      <span className="flex items-center gap-1.5 whitespace-nowrap text-sm">
        <span className="tabular text-ink-muted">{iteration.number}</span>
        <Icon aria-hidden className={cx('size-3.5', tones[tone].ink)} />
        <span className="sr-only">{word}</span>
        {iteration.change !== null && <span className="tabular font-medium">{signedCount(iteration.change)}</span>}
        {iteration.change === null && <span className={tones[tone].ink}>{word}</span>}
      </span>
      <span className="tabular flex gap-1.5 whitespace-nowrap text-ink-muted text-xs">
        {iteration.passed !== null && iteration.total !== null && (
          <span>{`${iteration.passed}/${iteration.total}`}</span>
        )}
        {iteration.state !== undefined && <span>{iteration.state}</span>}
        {iteration.since !== undefined && <Elapsed since={iteration.since} />}
      </span>
    </>
  );
}
