import { CircleHelp } from 'lucide-react';
import { Link } from './link.tsx';

export type HelpLinkProps = {
  /** The page of the guide that explains where this stands. */
  page: string;
};

/** Leads from a page to the part of the guide that explains it. */
export function HelpLink({ page }: HelpLinkProps) {
  return (
    <Link
      kind="bare"
      href={`/guide/${page}`}
      className="inline-flex h-7 items-center gap-1 rounded-md px-1.5 text-ink-muted text-sm hover:bg-sunken hover:text-ink"
    >
      <CircleHelp aria-hidden className="size-4" />
      <span className="max-md:sr-only">Guide</span>
    </Link>
  );
}
