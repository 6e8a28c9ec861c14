'use client';

import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { DropdownMenu } from '#components/ui/dropdown-menu.tsx';
import { Link } from '#components/ui/link.tsx';
import { placeFaces } from './place-face.ts';
import type { Place, PlaceId } from './types.ts';

export type BottomBarProps = { places: readonly Place[]; current: PlaceId | null; onGo: (href: string) => void };

/** So many places have room side by side; the others stand in a menu. */
const room = 4;

const item =
  'relative flex h-13 w-full flex-col items-center justify-center gap-0.5 text-ink-muted text-xs -outline-offset-2 aria-[current=page]:font-medium aria-[current=page]:text-ink';

/** The way around on a narrow screen. */
export function BottomBar({ places, current, onGo }: BottomBarProps) {
  const [shown, rest] = [places.slice(0, room), places.slice(room)];
  const elsewhere = rest.find(({ id }) => id === current);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex">
        {shown.map((place) => (
          <li key={place.id} className="flex-1">
            <BarItem place={place} current={place.id === current} />
          </li>
        ))}
        <li className="flex-1">
          <DropdownMenu
            trigger={
              <MoreButton
                icon={elsewhere === undefined ? Ellipsis : placeFaces[elsewhere.id].icon}
                label={elsewhere?.label ?? 'More'}
                aria-current={elsewhere && 'page'}
              />
            }
            items={rest.map(({ id, label, href }) => ({
              id,
              label,
              icon: placeFaces[id].icon,
              onSelect: () => onGo(href),
            }))}
          />
        </li>
      </ul>
    </nav>
  );
}

type MoreButtonProps = ComponentProps<'button'> & { icon: LucideIcon; label: string };

/** Opens the menu with the other places; shows the one that the reader is in. */
function MoreButton({ icon: Icon, label, ...rest }: MoreButtonProps) {
  return (
    <button type="button" className={item} {...rest}>
      <Icon aria-hidden className="size-4.5" />
      {label}
      {label !== 'More' && <span className="sr-only">, more places</span>}
    </button>
  );
}

function BarItem({ place, current }: { place: Place; current: boolean }) {
  const Icon = placeFaces[place.id].icon;
  return (
    <Link kind="bare" href={place.href} aria-current={current ? 'page' : undefined} className={item}>
      <Icon aria-hidden className="size-4.5" />
      {place.label}
      {place.needs !== undefined && (
        <span className="tabular absolute top-1 left-1/2 ml-2 rounded-sm bg-attention px-1 text-ink-inverse text-xs leading-4">
          {place.needs}
          <span className="sr-only"> waiting for a person</span>
        </span>
      )}
    </Link>
  );
}
