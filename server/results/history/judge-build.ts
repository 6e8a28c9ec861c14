import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { MeasuredTest } from '#lib/history/compare-measured.ts';
import { flakinessOf, flakyRule } from '#lib/history/flaky.ts';
import { type GateName, type GatesVerdict, judgeGates } from '#lib/history/gates.ts';
import { isFailing } from '#lib/history/outcome.ts';
import type { Quarantine } from '#lib/history/quarantine.ts';
import { branchSelection, measuredTests, releaseSelection, type Selection } from '#server/store/history/selections.ts';
import { outcomesOf } from '#server/store/history/test-results.ts';
import { findSelection } from './find-selection.ts';

/** What is judged, by which gates. */
export interface GateQuestion {
  readonly projectId: string;
  /** As `findSelection` reads it. */
  readonly subject: string;
  /** Without it: the build before on the same branch. */
  readonly against?: string | undefined;
  readonly gates?: readonly GateName[] | undefined;
  readonly quarantine: Quarantine;
}

export interface JudgedBuild extends GatesVerdict {
  readonly subject: Selection;
  readonly before: Selection | null;
  readonly release: Selection | null;
}

/** Judges a build by quality gates. */
export async function judgeBuild(pool: Pool, question: GateQuestion): Promise<JudgedBuild> {
  const { projectId, quarantine, gates } = question;
  const subject = await findSelection(pool, projectId, question.subject);
  const before =
    question.against === undefined
      ? await branchSelection(pool, projectId, { branch: subject.branch, before: subject.at })
      : await findSelection(pool, projectId, question.against);
  if (before?.sets.join() === subject.sets.join())
    throw new DomainError('BAD_INPUT', `${subject.label} would be compared with itself.`, {
      next: 'Name another build to compare with.',
    });
  const release = await releaseSelection(pool, projectId, { before: subject.at });
  const [is, was, then] = await Promise.all(
    [subject, before, release].map((selection) => (selection === null ? [] : measuredTests(pool, selection.sets))),
  );
  const named = (selection: Selection | null, tests: readonly MeasuredTest[] = []) =>
    selection === null ? null : { label: selection.label, tests };
  const verdict = judgeGates(
    {
      subject: { label: subject.label, tests: is ?? [] },
      before: named(before, was),
      release: named(release, then),
      newlyFlaky:
        before === null
          ? []
          : await newlyFlaky(pool, [...(is ?? []), ...(was ?? [])], { before: before.at, now: subject.at }),
      quarantine,
    },
    gates,
  );
  return { ...verdict, subject, before, release };
}

/** A test can have become flaky only where one of the two builds did not pass it cleanly. */
async function newlyFlaky(
  pool: Pool,
  tests: readonly MeasuredTest[],
  { before, now }: { before: number; now: number },
): Promise<string[]> {
  const suspects = tests.filter(({ outcome }) => outcome === 'flaky' || isFailing(outcome));
  const keys = new Map(suspects.slice(0, mostSuspects).map(({ id, key }) => [id, key]));
  const ids = [...keys.keys()];
  const found = await outcomesOf(pool, ids, { limit: flakyRule.lookBack, upTo: now, moment: before });
  return ids.flatMap((id) => {
    const { outcomes, after } = found.get(id) ?? { outcomes: [], after: 0 };
    const isNew = flakinessOf(outcomes).isFlaky && !flakinessOf(outcomes.slice(0, outcomes.length - after)).isFlaky;
    return isNew ? [keys.get(id) ?? id] : [];
  });
}

/** More suspects than this are no flaky tests but a broken build. */
const mostSuspects = 1_000;
