import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { BoardHealth } from '#lib/boards/board.ts';
import type { BoardFace } from './types.ts';

const tones = {
  good: 'good',
  unknown: 'idle',
  suspect: 'attention',
  bad: 'bad',
  maintenance: 'attention',
  retired: 'idle',
} as const satisfies Record<BoardHealth, Tone>;

/** What a board is worth; that nobody reaches it comes first, since then nobody can tell. */
export function HealthMark({ board }: { board: Pick<BoardFace, 'health' | 'healthReason' | 'offlineBecause'> }) {
  const { health, healthReason, offlineBecause } = board;
  if (offlineBecause !== null && health !== 'retired')
    return (
      <span title={offlineBecause}>
        <ToneMark tone="bad">offline</ToneMark>
      </span>
    );
  return (
    <span title={healthReason === '' ? undefined : healthReason}>
      <ToneMark tone={tones[health]}>{health}</ToneMark>
    </span>
  );
}
