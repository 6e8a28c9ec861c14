import { Link } from '#components/ui/link.tsx';
import { placeFaces } from './place-face.ts';
import type { Place, PlaceId } from './types.ts';

export type BottomBarProps = { places: readonly Place[]; current: PlaceId | null };

/** The way around on a narrow screen. */
export function BottomBar({ places, current }: BottomBarProps) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex overflow-x-auto">
        {places.map((place) => (
          <li key={place.id} className="min-w-16 flex-1">
            <BarItem place={place} current={place.id === current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BarItem({ place, current }: { place: Place; current: boolean }) {
  const Icon = placeFaces[place.id].icon;
  return (
    <Link
      kind="bare"
      href={place.href}
      aria-current={current ? 'page' : undefined}
      className="relative flex h-13 flex-col items-center justify-center gap-0.5 text-ink-muted text-xs -outline-offset-2 aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
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
