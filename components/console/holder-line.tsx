import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { ConsoleHolding } from './types.ts';

/** Who has the board, and for how long still. */
export function HolderLine({ holding, mine }: { holding: ConsoleHolding | null; mine: boolean }) {
  if (holding === null) return <>Nobody has this board.</>;
  const who = mine ? 'You have it' : `${holding.holder} has it`;
  return (
    <>
      {who}
      {holding.purpose !== '' && `: ${holding.purpose}`} · the lease ends <RelativeTime at={holding.until} />
      {!mine && ' · you watch'}
    </>
  );
}
