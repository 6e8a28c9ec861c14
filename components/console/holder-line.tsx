import { Countdown } from '#components/board/countdown.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import type { ConsoleHolding } from './types.ts';

/** Who has the board, and for how long still. */
export function HolderLine({ holding, mine }: { holding: ConsoleHolding | null; mine: boolean }) {
  if (holding === null) return <>Nobody has this board.</>;
  const who = mine ? 'You have it' : `${holding.holder} has it`;
  return (
    <>
      {who}
      {holding.purpose !== '' && (
        <>
          : <ClippedText text={holding.purpose} />
        </>
      )}{' '}
      · <Countdown to={holding.until} /> left
      {!mine && ' · you watch'}
    </>
  );
}
