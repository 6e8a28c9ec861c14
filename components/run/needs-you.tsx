import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';

export type Need = {
  id: string;
  href: string;
  tone: Tone;
  /** What is asked: review, approval, question, board. */
  kind: string;
  /** The sentence that lets a person decide whether to open it now. */
  text: string;
  since: number;
};

export type NeedsYouProps = { needs: readonly Need[] };

/** What waits for a person, oldest first. */
export function NeedsYou({ needs }: NeedsYouProps) {
  if (needs.length === 0)
    return <p className="border-line border-y py-2 text-ink-muted text-sm">Nobody is waited for.</p>;
  return (
    <ul className="flex flex-col border-line border-y">
      {needs.map((need) => (
        <li
          key={need.id}
          className="relative flex min-h-9 items-center gap-3 max-md:flex-wrap max-md:justify-between max-md:gap-y-0 border-line border-b px-2 py-1 last:border-b-0 hover:bg-sunken"
        >
          <ToneMark tone={need.tone} className="shrink-0 md:w-44 lg:w-72">
            {need.kind}
          </ToneMark>
          <Link
            kind="bare"
            href={need.href}
            data-row
            className="min-w-0 flex-1 text-sm max-md:order-last max-md:basis-full after:absolute after:inset-0"
          >
            <ClippedText text={need.text} limit={240} />
          </Link>
          <span className="shrink-0 text-ink-muted text-xs">
            <RelativeTime at={need.since} />
          </span>
        </li>
      ))}
    </ul>
  );
}
