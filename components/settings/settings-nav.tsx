'use client';

import { Link } from '#components/ui/link.tsx';
import { useCentred } from '#components/ui/use-centred.ts';

const pages = {
  account: { label: 'Your account', href: '/settings/account' },
  people: { label: 'People', href: '/settings/people' },
  tokens: { label: 'Tokens', href: '/settings/tokens' },
  keys: { label: 'Keys of models', href: '/settings/keys' },
  notifications: { label: 'Notifications', href: '/settings/notifications' },
  keeping: { label: 'Keeping', href: '/settings/keeping' },
  audit: { label: 'Audit log', href: '/settings/audit' },
} as const;

export type SettingsPage = keyof typeof pages;

/** The way around the settings, as a row of links. */
export function SettingsNav({ current }: { current: SettingsPage }) {
  return (
    <nav aria-label="Settings">
      <ul ref={useCentred(current)} className="flex gap-4 overflow-x-auto border-line border-b">
        {Object.entries(pages).map(([id, { label, href }]) => (
          <li key={id}>
            <Link
              kind="bare"
              href={href}
              aria-current={id === current ? 'page' : undefined}
              className="-mb-px flex h-9 shrink-0 items-center whitespace-nowrap border-transparent border-b-2 text-ink-muted text-sm hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
