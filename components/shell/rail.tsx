import { Link } from '#components/ui/link.tsx';
import { placeFaces } from './place-face.ts';
import { Sign } from './sign.tsx';
import type { Place, PlaceId } from './types.ts';

export type RailProps = { places: readonly Place[]; current: PlaceId | null };

/** The way around, at the left edge. */
export function Rail({ places, current }: RailProps) {
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 flex h-dvh w-44 shrink-0 flex-col gap-4 border-line border-r px-2 py-3 max-md:hidden"
    >
      <Link kind="bare" href="/" className="flex h-7 items-center gap-2 px-2 font-semibold text-base">
        <Sign /> Firmloop
      </Link>
      <ul className="flex flex-col gap-0.5">
        {places.map((place) => (
          <li key={place.id}>
            <RailItem place={place} current={place.id === current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RailItem({ place, current }: { place: Place; current: boolean }) {
  const Icon = placeFaces[place.id].icon;
  return (
    <Link
      kind="bare"
      href={place.href}
      aria-current={current ? 'page' : undefined}
      className="flex h-8 items-center gap-2.5 rounded-md px-2 text-ink-muted text-sm hover:bg-sunken hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {place.label}
      {place.needs !== undefined && <Needs count={place.needs} />}
    </Link>
  );
}

function Needs({ count }: { count: number }) {
  return (
    <span className="tabular ml-auto rounded-sm border border-attention-line bg-attention-soft px-1 text-attention text-xs">
      {count}
      <span className="sr-only"> waiting for a person</span>
    </span>
  );
}
