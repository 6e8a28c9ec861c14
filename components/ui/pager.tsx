import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Link } from './link.tsx';

export type PagerProps = {
  /** What the pages are of, read aloud. */
  label: string;
  /** Missing on the first page. */
  newer: string | undefined;
  /** Missing on the last page. */
  older: string | undefined;
};

/** The way to the pages beside this one, as links: each page has an address of its own. */
export function Pager({ label, newer, older }: PagerProps) {
  if (newer === undefined && older === undefined) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-2">
      <Step href={newer}>
        <ChevronLeft aria-hidden /> Newer
      </Step>
      <Step href={older}>
        Older <ChevronRight aria-hidden />
      </Step>
    </nav>
  );
}

function Step({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return <Button disabled>{children}</Button>;
  return (
    <Button asChild>
      <Link kind="bare" href={href}>
        {children}
      </Link>
    </Button>
  );
}
