import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import { HealthMark } from './health-mark.tsx';
import type { Crumb, StackHealth } from './types.ts';

export type TopBarProps = {
  crumbs: readonly Crumb[];
  /** Opens the palette, or a search field of the page. */
  search?: ReactNode;
  health: StackHealth;
  /** IANA name of the zone in which times are written. */
  zone: string;
  /** Theme switch and the person's menu. */
  user?: ReactNode;
};

/** Names of so many characters stay whole; longer ones give way where it is narrow. */
const shortCrumb = 10;

/** A narrow screen has room for two: this page, and the one above it. */
function isFar(index: number, crumbs: readonly Crumb[]): boolean {
  return index < crumbs.length - 2;
}

/** Where this page is, whether the stack is well, and in which zone times are written. */
export function TopBar({ crumbs, search, health, zone, user }: TopBarProps) {
  return (
    <header className="flex h-11 items-center gap-3 border-line border-b px-4 text-sm">
      <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
        <ol className="flex min-w-0 items-center gap-1">
          {crumbs.map((crumb, index) => (
            <Fragment key={crumb.label}>
              {index > 0 && (
                <ChevronRight
                  aria-hidden
                  className={cx('size-3.5 shrink-0 text-ink-faint', isFar(index - 1, crumbs) && 'max-md:hidden')}
                />
              )}
              <li
                className={cx(
                  'last:font-medium',
                  crumb.label.length > shortCrumb ? 'min-w-0 truncate' : 'shrink-0',
                  isFar(index, crumbs) && 'max-md:hidden',
                )}
              >
                <CrumbText crumb={crumb} />
              </li>
            </Fragment>
          ))}
        </ol>
      </nav>
      {search}
      <HealthMark health={health} />
      <span title="Times are written in this zone" className="text-ink-muted max-md:hidden">
        {zone}
      </span>
      {user}
    </header>
  );
}

function CrumbText({ crumb }: { crumb: Crumb }) {
  const text = <ClippedText text={crumb.label} limit={60} />;
  if (crumb.href === undefined) return <span aria-current="page">{text}</span>;
  return (
    <Link kind="bare" href={crumb.href} className="text-ink-muted hover:text-ink hover:underline">
      {text}
    </Link>
  );
}
