import { SafeText } from '#components/ui/safe-text.tsx';
import { counted } from '#lib/format/count.ts';
import type { SearchAlternatives as Alternatives } from '#lib/repair/records.ts';

/** The candidates that mend a test and break none: which was proposed, which others would pass as well? */
export function SearchAlternatives({ alternatives }: { alternatives: Alternatives }) {
  const [proposed, ...others] = alternatives;
  if (proposed === undefined) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <p className="text-ink-muted">
        {others.length === 0
          ? 'One candidate is plausible; no other that was tried helps.'
          : `${counted(alternatives.length, 'candidate')} are plausible. That tests pass does not prove any of them right.`}
      </p>
      <ul className="flex flex-col border-line border-y">
        {alternatives.map(({ change, mended, failing, doubts, diff }, at) => (
          <li key={diff} className="border-line border-b py-1 last:border-b-0">
            <details>
              <summary className="min-h-6 cursor-pointer">
                <span className="font-medium">{at === 0 ? 'Proposed' : 'Alternative'}</span> <SafeText text={change} />
                <span className="block text-ink-muted">
                  mends {mended} of {counted(failing, 'failing test')}
                  {doubts.map((doubt) => `, but ${doubt}`).join('')}
                </span>
              </summary>
              <pre className="overflow-x-auto bg-sunken p-2 text-xs">{diff}</pre>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
