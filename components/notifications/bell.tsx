import { Bell as Icon } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';

export type BellProps = { unread: number; most: number };

/** How much a person has not seen; leads to all of it. */
export function Bell({ unread, most }: BellProps) {
  const shown = unread > most ? `${most}+` : String(unread);
  return (
    <Link
      kind="bare"
      href="/notifications"
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
      className="relative inline-flex size-7 items-center justify-center rounded-md text-ink-muted hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-4" />
      {unread > 0 && (
        <span
          aria-hidden
          className="tabular absolute -top-1 -right-1 rounded-sm bg-attention px-1 text-ink-inverse text-xs leading-4"
        >
          {shown}
        </span>
      )}
    </Link>
  );
}
