import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GuidePage } from '#components/guide/guide-page.tsx';
import { Link } from '#components/ui/link.tsx';
import { blocksOf } from '#server/guide/blocks.ts';
import { guidePage, guidePages, isGuidePage } from '#server/guide/guide.ts';
import { signedIn } from '../../../_lib/session.ts';
import { Desk } from '../../../_parts/desk.tsx';

type Props = { params: Promise<{ page?: string[] }> };

export const metadata: Metadata = { title: 'Guide' };

/** How is this page used, and what do its words mean? */
export default async function Guide({ params }: Props) {
  await signedIn();
  const [id = 'start', ...more] = (await params).page ?? [];
  if (more.length > 0 || !isGuidePage(id)) notFound();
  const blocks = blocksOf(await guidePage(id));
  return (
    <Desk current={null} crumbs={[{ label: 'Guide', href: '/guide' }, { label: titleOf(id) }]}>
      <div className="grid min-w-0 items-start gap-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label="Pages of the guide" className="lg:sticky lg:top-4">
          <ul className="flex flex-wrap gap-x-4 gap-y-0.5 lg:flex-col">
            {guidePages.map((page) => (
              <li key={page.id}>
                <Link
                  kind="bare"
                  href={`/guide/${page.id}`}
                  aria-current={page.id === id ? 'page' : undefined}
                  className="block rounded-md px-2 py-1 text-ink-muted text-sm hover:bg-sunken hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink"
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <GuidePage blocks={blocks} />
      </div>
    </Desk>
  );
}

function titleOf(id: string): string {
  return guidePages.find((page) => page.id === id)?.title ?? id;
}
