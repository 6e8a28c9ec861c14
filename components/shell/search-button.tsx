import { Search } from 'lucide-react';
import { Kbd } from '#components/ui/kbd.tsx';

export type SearchButtonProps = { onClick: () => void };

/** Looks like a field, opens the palette. */
export function SearchButton({ onClick }: SearchButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-7 items-center gap-2 rounded-md border border-line-strong bg-surface px-2 text-ink-muted text-sm hover:bg-sunken max-md:border-transparent"
    >
      <Search aria-hidden className="size-3.5" />
      <span className="max-md:sr-only">Search or do…</span>
      <span aria-hidden className="max-md:hidden">
        <Kbd keys="⌘ K" />
      </span>
    </button>
  );
}
