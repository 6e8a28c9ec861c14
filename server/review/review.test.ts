import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import type { Decision } from '#lib/review/decision.ts';
import { send } from '#server/engine/send.ts';
import { firmware, patchOf, projectFile, setting } from '#server/scenarios/firmware.ts';
import { launch, standForFile, storyOf, untilState } from '#server/scenarios/kit.ts';
import { renamePerson } from '#server/store/people/own-account.ts';
import { handOverReview } from '#server/store/reviews/assign.ts';
import { commentOnReview } from '#server/store/reviews/comment.ts';
import { entriesOf } from '#server/store/reviews/entries.ts';
import { proposalsOf } from '#server/store/reviews/proposals.ts';
import { queueCounts } from '#server/store/reviews/queue.ts';
import { openReviewOf, type ReviewRow } from '#server/store/reviews/review-row.ts';
import { setReviewApprovals } from '#server/store/reviews/terms.ts';
import { runSeq } from '#server/store/run-seq.ts';
import { carryDecisions } from './carry-decisions.ts';
import { approveVerdict, giveVerdict } from './give-verdict.ts';

const stand = standForFile();

/** A run that gets one of three registers right and then stands still. */
const stuck = () =>
  firmware({
    files: {
      'firmloop.yaml': `${projectFile}criteria: { model: rules, min_iterations_for_plateau: 2, avg_improvement_window: 1 }\n`,
    },
    patches: [
      setting('a=1\nb=1\nc=0\n'),
      ...Array.from({ length: 6 }, (_, at) => patchOf(`src/note${at}`, null, `${at}\n`, `note ${at}`)),
    ],
  });

async function stuckRun(folder = stuck()): Promise<{ runId: string; review: ReviewRow; seq: number }> {
  const runId = await launch(stand(), folder, { mode: 'interactive', maxIterations: 6 });
  await untilState(stand(), runId, 'HUMAN_REVIEW');
  const review = await openReviewOf(stand().pool, runId);
  if (review === null) throw new Error('the run is in review without one');
  return { runId, review, seq: await runSeq(stand().pool, runId) };
}

const given = (runId: string, expectedSeq: number, by: string, decision: Decision) => ({
  runId,
  by,
  decision,
  reason: `${by} has seen enough`,
  commandId: `${by} ${decision.verdict}`,
  expectedSeq,
});

async function noticesOf(runId: string): Promise<{ kind: string; person: string | null; data: Json }[]> {
  const { rows } = await stand().pool.query('SELECT kind, person, data FROM notice WHERE run_id = $1 ORDER BY id', [
    runId,
  ]);
  return rows;
}

describe.concurrent('a review', { timeout: 180_000 }, () => {
  test('opens and closes with the steps of its run and tells of both', async () => {
    const { runId, review, seq } = await stuckRun();
    expect(review).toMatchObject({
      openedSeq: seq,
      approvals: 1,
      assignees: [],
      why: expect.stringMatching(/PLATEAUED/),
    });
    expect((await queueCounts(stand().pool, { person: 'ada', projects: null })).unassigned).toBeGreaterThan(0);
    expect(await giveVerdict(stand().engine, given(runId, seq, 'ada', { verdict: 'accept' }))).toMatchObject({
      fate: 'applied',
    });
    expect(await openReviewOf(stand().pool, runId)).toBeNull();
    expect((await storyOf(stand(), runId)).outcome).toBe('SUCCESS_WITH_WARNING');
    expect((await noticesOf(runId)).map(({ kind }) => kind)).toEqual(['review.opened', 'review.decided', 'run.ended']);
    const kinds = (await entriesOf(stand().pool, review.id)).map(({ kind, by }) => [kind, by]);
    expect(kinds).toEqual([
      ['opened', 'engine'],
      ['proposed', 'ada'],
      ['closed', 'ada'],
    ]);
    expect(await proposalsOf(stand().pool, review.id)).toMatchObject([{ status: 'applied', approvedBy: ['ada'] }]);
  });

  test('takes one of two verdicts that are given at once, and the other hears what happened', async () => {
    const { runId, seq } = await stuckRun();
    const both = await Promise.allSettled([
      giveVerdict(stand().engine, given(runId, seq, 'ada', { verdict: 'accept' })),
      giveVerdict(stand().engine, given(runId, seq, 'grace', { verdict: 'give-up' })),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const late = both.find((one) => one.status === 'rejected');
    expect(String(late?.reason)).toMatch(
      /Nothing was changed, because the run has moved on: (ada accepts|grace gives up).*it is in/,
    );
    const { rows } = await stand().pool.query(
      `SELECT count(*)::int AS n FROM event WHERE run_id = $1 AND type LIKE 'review.%' AND fate = 'applied'`,
      [runId],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('gives the same answer to the same press of a button', async () => {
    const { runId, seq } = await stuckRun();
    const verdict = given(runId, seq, 'ada', { verdict: 'give-up' });
    const first = await giveVerdict(stand().engine, verdict);
    expect(await giveVerdict(stand().engine, verdict)).toEqual(first);
  });

  // Somebody of its own is renamed, as the tests run side by side.
  test('waits for as many approvals as are asked for, whoever sends the event', async () => {
    const { runId, review, seq } = await stuckRun();
    await setReviewApprovals(stand().pool, review.id, { approvals: 2, by: 'lin' });
    expect(await giveVerdict(stand().engine, given(runId, seq, 'lin', { verdict: 'accept' }))).toEqual({
      fate: 'waiting',
      approvedBy: ['lin'],
      needed: 2,
    });
    const alone = { type: 'review.accept', payload: { by: 'lin', reason: 'alone' }, key: 'alone', actor: 'lin' };
    await expect(send(stand().engine, runId, alone)).rejects.toThrow(/needs 2 approvals and this verdict has 0/);
    const [proposal] = await proposalsOf(stand().pool, review.id);
    const approval = { runId, proposalId: proposal?.id ?? '', by: 'grace', expectedSeq: seq };
    await expect(approveVerdict(stand().engine, { ...approval, digest: 'another' })).rejects.toThrow(
      /not what has been proposed/,
    );
    await expect(
      approveVerdict(stand().engine, { ...approval, by: 'lin (token ci)', digest: proposal?.digest ?? '' }),
    ).resolves.toMatchObject({ fate: 'waiting' });
    const { rows } = await stand().pool.query(
      `INSERT INTO person (id, name, email) VALUES (gen_random_uuid(), 'Lin', 'lin') RETURNING id`,
    );
    await renamePerson(stand().pool, rows[0].id, { name: 'Lin', email: 'lin.l' });
    await expect(
      approveVerdict(stand().engine, { ...approval, by: 'lin.l', digest: proposal?.digest ?? '' }),
    ).resolves.toMatchObject({ fate: 'waiting', approvedBy: ['lin.l'] });
    expect(await approveVerdict(stand().engine, { ...approval, digest: proposal?.digest ?? '' })).toMatchObject({
      fate: 'applied',
      approvedBy: ['lin.l', 'grace'],
    });
    expect((await storyOf(stand(), runId)).reason).toMatch(/^lin.l accepts with a warning/);
  });

  test('is handed over with a note, and whoever is named in it hears of it', async () => {
    const { runId, review } = await stuckRun();
    await handOverReview(stand().pool, review.id, { to: 'grace', by: 'ada', note: 'I am off' });
    await commentOnReview(stand().pool, review.id, { by: 'ada', text: 'the clock again? @grace, not me@grace' });
    expect((await openReviewOf(stand().pool, runId))?.assignees).toEqual(['grace']);
    expect((await noticesOf(runId)).filter(({ person }) => person === 'grace').map(({ kind }) => kind)).toEqual([
      'review.assigned',
      'review.mentioned',
    ]);
  });

  test('closes when its run is aborted', async () => {
    const { runId, seq } = await stuckRun();
    await send(stand().engine, runId, {
      type: 'engine.abort',
      payload: { reason: 'power cut' },
      key: 'abort',
      actor: 'ada',
    });
    expect(await openReviewOf(stand().pool, runId)).toBeNull();
    await expect(giveVerdict(stand().engine, given(runId, seq, 'grace', { verdict: 'accept' }))).rejects.toThrow(
      /abort.*power cut.*it is in ABORTED/,
    );
  });

  test('carries its decision to later runs stuck on the same tests, once each and in the open', async () => {
    const folder = stuck();
    const first = await stuckRun(folder);
    await giveVerdict(stand().engine, { ...given(first.runId, first.seq, 'ada', { verdict: 'accept' }), carry: true });
    const later = await stuckRun(folder);
    await carryDecisions(stand().engine);
    expect((await storyOf(stand(), later.runId)).reason).toMatch(
      /ada accepts.*carried from review \d+ \(run #\d+\), stuck on the same tests: ada has seen enough/,
    );
    const kinds = (await entriesOf(stand().pool, later.review.id)).map(({ kind, by }) => [kind, by]);
    expect(kinds).toEqual([
      ['opened', 'engine'],
      ['carried', 'ada'],
      ['closed', 'ada'],
    ]);
  });
});
