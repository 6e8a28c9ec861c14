import type { FirmwareLoopContext } from './context.ts';
import { fingerprintsKept, repeatsAllowed } from './tunables.ts';

type Circles = FirmwareLoopContext['circles'];

/** Whether a patch with this fingerprint was proposed before. */
export function isRepeat({ seen }: Circles, fingerprint: string): boolean {
  return seen.some(([known]) => known === fingerprint);
}

/**
 * Remembers a proposal. `found` says what shows that the loop goes in circles: the third repeat of one patch, three
 * refused repeats in a row, or two patches in turn (A-B-A-B).
 */
export function remember(circles: Circles, fingerprint: string): Circles {
  const repeat = isRepeat(circles, fingerprint);
  const times = (circles.seen.find(([known]) => known === fingerprint)?.[1] ?? 0) + 1;
  const recent = [...circles.recent, fingerprint].slice(-4);
  const refused = repeat ? circles.refused + 1 : 0;
  const others = circles.seen.filter(([known]) => known !== fingerprint);
  return {
    seen: [...others, [fingerprint, times] as const].slice(-fingerprintsKept),
    recent,
    refused,
    found: circleIn({ times, refused, recent }),
  };
}

/** Takes a proposal back that came to nothing through no fault of its own: it may be proposed again. */
export function forget(circles: Circles, fingerprint: string): Circles {
  return {
    ...circles,
    seen: circles.seen.filter(([known]) => known !== fingerprint),
    recent: circles.recent.filter((known) => known !== fingerprint),
  };
}

function circleIn({
  times,
  refused,
  recent,
}: {
  times: number;
  refused: number;
  recent: readonly string[];
}): string | null {
  const [a, b, c, d] = recent;
  if (times > repeatsAllowed) return `no progress: the same patch was proposed again ${repeatsAllowed} times`;
  if (recent.length === 4 && a === c && b === d && a !== b)
    return 'no progress: two patches are proposed in turn (A-B-A-B)';
  return refused >= repeatsAllowed ? `no progress: ${refused} proposals in a row repeat earlier ones` : null;
}
