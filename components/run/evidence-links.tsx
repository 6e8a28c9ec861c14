import { Link } from '#components/ui/link.tsx';
import type { EvidenceLink } from './trace-types.ts';

export type EvidenceLinksProps = { evidence: readonly EvidenceLink[] };

/** The things that prove a sentence, as links. */
export function EvidenceLinks({ evidence }: EvidenceLinksProps) {
  if (evidence.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {evidence.map((link) => (
        <Link key={link.href + link.label} href={link.href} className="max-w-64 truncate text-xs leading-[24px]">
          {link.label}
        </Link>
      ))}
    </span>
  );
}
