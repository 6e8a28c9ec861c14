import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';

export type InboxItem = {
  id: number;
  at: number;
  read: boolean;
  title: string;
  text: string;
  path: string;
  tone: Tone;
};

export type InboxListProps = { items: readonly InboxItem[]; onRead: (id: number) => void };

/** What a person was told, newest first; what is new stands out, and opening it marks it as seen. */
export function InboxList({ items, onRead }: InboxListProps) {
  return (
    <ul className="flex flex-col border-line border-y">
      {items.map((item) => (
        <li key={item.id} className="flex flex-col gap-0.5 border-line border-b px-2 py-2 text-sm last:border-b-0">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 max-md:pl-7">
            <ToneMark tone={item.read ? 'idle' : item.tone} className="shrink-0 max-md:-ml-7">
              <span className="sr-only">{item.read ? 'seen' : 'new'}</span>
            </ToneMark>
            <Link
              kind="bare"
              href={item.path}
              data-row
              onAuxClick={() => onRead(item.id)}
              onPointerUp={() => onRead(item.id)}
              onKeyUp={(event) => event.key === 'Enter' && onRead(item.id)}
              className={cx('min-w-0 flex-1 hover:underline max-md:basis-4/5', !item.read && 'font-medium')}
            >
              <ClippedText text={item.title} limit={240} />
            </Link>
            <span className="shrink-0 text-ink-muted text-xs">
              <RelativeTime at={item.at} />
            </span>
            {!item.read && (
              <Button kind="quiet" onClick={() => onRead(item.id)}>
                Mark as seen
              </Button>
            )}
          </div>
          {item.text !== '' && (
            <p className="pl-7 text-ink-muted">
              <SafeText text={item.text} limit={240} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
