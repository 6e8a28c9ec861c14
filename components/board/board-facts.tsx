import { SafeText } from '#components/ui/safe-text.tsx';
import { HealthMark } from './health-mark.tsx';
import { OccupancyMark } from './occupancy-mark.tsx';
import type { BoardFace } from './types.ts';

export type BoardFactsProps = {
  board: BoardFace & {
    serial: string | null;
    host: string | null;
    notes: string;
    connections: readonly string[];
  };
};

/** What a board is, in a line each. */
export function BoardFacts({ board }: BoardFactsProps) {
  const { type, site, host, serial, tags, notes, connections, healthReason, offlineBecause } = board;
  const facts = [
    ['Health', <HealthMark key="health" board={board} />],
    ['Occupancy', <OccupancyMark key="occupancy" board={board} />],
    ...(offlineBecause === null ? [] : [['Offline', offlineBecause] as const]),
    ...(healthReason === '' ? [] : [['Because', healthReason] as const]),
    ['Type', type],
    ['Stands at', host === null ? site : `${site}, attached to ${host}`],
    [
      'Serial number',
      serial === null ? (
        'unknown'
      ) : (
        <span key="serial" className="tabular">
          {serial}
        </span>
      ),
    ],
    ['Tags', tags.length === 0 ? 'none' : tags.join(' ')],
    [
      'Reached by',
      connections.length === 0
        ? 'nothing yet: import a list of boards that names its connections'
        : connections.join(', '),
    ],
    ...(notes === ''
      ? []
      : [
          [
            'Notes',
            <span key="notes" className="whitespace-pre-line">
              <SafeText text={notes} />
            </span>,
          ] as const,
        ]),
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([term, fact]) => (
        <div key={String(term)} className="contents">
          <dt className="text-ink-muted">{term}</dt>
          <dd className="min-w-0 break-words">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
