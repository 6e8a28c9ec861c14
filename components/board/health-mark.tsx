import { cx } from '#components/ui/cx.ts';
import { type Tone, tones } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { BoardHealth } from '#lib/boards/board.ts';
import type { BoardFace } from './types.ts';

const toneOf = {
  good: 'good',
  unknown: 'idle',
  suspect: 'attention',
  bad: 'bad',
  maintenance: 'attention',
  retired: 'idle',
} as const satisfies Record<BoardHealth, Tone>;

export type HealthMarkProps = {
  board: Pick<BoardFace, 'health' | 'healthReason' | 'offlineBecause'>;
  /** Where there is no room for the word: it is read aloud and shown on hover. */
  isIcon?: boolean;
};

/** What a board is worth; that nobody reaches it comes first, since then nobody can tell. */
export function HealthMark({ board, isIcon = false }: HealthMarkProps) {
  const { tone, word, why } = shownOf(board);
  if (!isIcon)
    return (
      <span title={why === '' ? undefined : why}>
        <ToneMark tone={tone}>{word}</ToneMark>
      </span>
    );
  const { icon: Icon, ink } = tones[tone];
  return (
    <span title={why === '' ? word : `${word}: ${why}`} className={cx('shrink-0', ink)}>
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{word}</span>
    </span>
  );
}

function shownOf({ health, healthReason, offlineBecause }: HealthMarkProps['board']) {
  if (offlineBecause !== null && health !== 'retired')
    return { tone: 'bad' as const, word: 'offline', why: offlineBecause };
  return { tone: toneOf[health], word: health, why: healthReason };
}
