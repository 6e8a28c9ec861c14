import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { counted } from '#lib/format/count.ts';
import type { PassedOverPatch } from './iteration-types.ts';

/** Which patches were refused before this one was taken, and why each. */
export function PassedOver({ patches }: { patches: readonly PassedOverPatch[] }) {
  if (patches.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <p className="text-ink-muted">{counted(patches.length, 'patch', 'patches')} refused before:</p>
      <ul className="flex flex-col border-line border-y">
        {patches.map(({ source, why, href }) => (
          <li key={href + source} className="flex flex-wrap gap-x-3 border-line border-b py-1 last:border-b-0">
            <Link href={href} className="tabular">
              <ClippedText text={source} limit={80} />
            </Link>
            <span className="min-w-0 text-ink-muted">
              <SafeText text={why} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
