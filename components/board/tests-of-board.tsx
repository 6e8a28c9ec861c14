import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';

/** A test that fails on a board, and how often it does so there and elsewhere. */
export type TestOfBoard = {
  id: string;
  name: string;
  project: string;
  badHere: number;
  allHere: number;
  badElsewhere: number;
  allElsewhere: number;
  p: number;
};

export type TestsOfBoardProps = {
  tests: readonly TestOfBoard[];
  /** How a difference is found, in words. */
  statistic: string;
};

/** The tests that fail because of a board, with the evidence for each. */
export function TestsOfBoard({ tests, statistic }: TestsOfBoardProps) {
  if (tests.length === 0)
    return (
      <p className="text-ink-muted text-sm">No test fails here so much more often than elsewhere that it shows.</p>
    );
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <ul className="flex flex-col">
        {tests.map(({ id, name, project, badHere, allHere, badElsewhere, allElsewhere, p }) => (
          <li key={id} className="flex min-w-0 flex-col gap-0.5 border-line border-b py-1.5 last:border-b-0">
            <Link href={`/tests/${id}`} className="wrap-anywhere min-w-0">
              <ClippedText text={name} limit={120} />
            </Link>
            <span className="text-ink-muted text-xs">
              <ClippedText text={project} limit={60} />: fails in {badHere} of {allHere} here, in {badElsewhere} of{' '}
              {allElsewhere} elsewhere; p = {p.toPrecision(2)}
            </span>
          </li>
        ))}
      </ul>
      <p className="max-w-prose text-ink-muted text-xs">{statistic}</p>
    </div>
  );
}
