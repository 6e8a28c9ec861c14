import { RelativeTime } from '#components/ui/relative-time.tsx';
import { bytes } from '#lib/format/bytes.ts';
import { count } from '#lib/format/count.ts';
import { type Removal, type RetentionKind, retentionKindNames, retentionKinds } from '#lib/retention/kinds.ts';

export type KeepingRoundsProps = {
  rounds: readonly {
    /** Epoch milliseconds. */
    at: number;
    by: string;
    removed: Partial<Record<RetentionKind, Removal>>;
  }[];
};

/** What the last rounds removed, newest first. */
export function KeepingRounds({ rounds }: KeepingRoundsProps) {
  if (rounds.length === 0)
    return <p className="text-ink-muted text-sm">No round yet: there is one a day once a rule is set.</p>;
  return (
    <ul className="flex flex-col text-sm">
      {rounds.map(({ at, by, removed }) => (
        <li key={at} className="flex flex-wrap gap-x-3 border-line border-b py-1.5 last:border-b-0">
          <RelativeTime at={at} />
          <span className="text-ink-muted">by {by}</span>
          <span>{wordsOf(removed)}</span>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(removed: Partial<Record<RetentionKind, Removal>>): string {
  const words = retentionKindNames.flatMap((kind) => {
    const one = removed[kind];
    if (one === undefined) return [];
    return `${retentionKinds[kind].title.toLowerCase()}: ${bytes(one.bytes)} in ${count(one.rows)} rows of ${count(one.things)}`;
  });
  return words.length === 0 ? 'nothing was due' : words.join(', ');
}
