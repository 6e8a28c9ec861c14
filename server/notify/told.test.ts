import { describe, expect, test } from 'vitest';
import { send } from '#server/engine/send.ts';
import { waitingView } from '#server/review/waiting-view.ts';
import { firmware, patchOf, projectFile } from '#server/scenarios/firmware.ts';
import { launch, standForFile, storyOf, untilState } from '#server/scenarios/kit.ts';
import { setWaitPolicy } from '#server/store/notifications/wait-policy.ts';
import { fanOutNotices, remindOfReviews } from '#server/store/outbox/fan-out.ts';
import { openReviewOf } from '#server/store/reviews/review-row.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { addChannel } from './sealed-channel.ts';

const stand = standForFile();

/** Firmware that nothing improves, with more in its project file. */
const still = (more = '') =>
  firmware({
    files: {
      'firmloop.yaml': `${projectFile}criteria: { model: rules, min_iterations_for_plateau: 2, avg_improvement_window: 1 }\n${more}`,
    },
    patches: Array.from({ length: 6 }, (_, at) => patchOf(`src/note${at}`, null, `${at}\n`, `note ${at}`)),
  });

describe.concurrent('a run', { timeout: 180_000 }, () => {
  test('that plateaus in ci tells the channels that its project file names, and says where there is none', async () => {
    const mailbox = {
      host: 'mail.example.org',
      port: 25,
      security: 'none' as const,
      from: 'loop@example.org',
      to: ['ada@example.org'],
    };
    await addChannel(stand().pool, vaultAt(stand().home), {
      name: 'mailbox',
      channel: { kind: 'email', config: mailbox },
      secret: null,
      by: 'ada',
    });
    const runId = await launch(stand(), still('plateau: { ci_notification_channels: [email, slack] }\n'));
    expect((await storyOf(stand(), runId)).outcome).toBe('SUCCESS_WITH_WARNING');
    await fanOutNotices(stand().pool, { limit: 100, maxAttempts: 5 });
    const { rows } = await stand().pool.query(
      `SELECT n.kind, n.data->>'to' AS to, d.channel_name AS channel, d.status, d.error FROM delivery d JOIN notice n ON n.id = d.notice_id
       WHERE n.run_id = $1 ORDER BY d.channel_kind`,
      [runId],
    );
    expect(rows).toMatchObject([
      { kind: 'run.plateaued', to: 'SUCCESS_WITH_WARNING', channel: 'mailbox', status: 'queued' },
      { channel: 'none', status: 'unroutable', error: expect.stringMatching(/asks for slack, but no enabled channel/) },
    ]);
  });

  test('in review is reminded of as its project wants it, once more when it is overdue, and not while it is paused', async () => {
    const { pool, engine } = stand();
    const runId = await launch(stand(), still(), { mode: 'interactive' });
    await untilState(stand(), runId, 'HUMAN_REVIEW');
    const review = await openReviewOf(pool, runId);
    await pool.query(`UPDATE review SET remind_at = now(), due_at = now() WHERE id = $1`, [review?.id]);
    await send(engine, runId, { type: 'engine.pause', key: 'pause', actor: 'ada' });
    await remindOfReviews(pool);
    expect(await remindersOf(runId)).toEqual([]);
    await send(engine, runId, { type: 'engine.resume', key: 'resume', actor: 'ada' });
    await pool.query(`INSERT INTO review_assignee (review_id, person, assigned_by) VALUES ($1, 'grace', 'ada')`, [
      review?.id,
    ]);
    await remindOfReviews(pool);
    await remindOfReviews(pool);
    expect(await remindersOf(runId)).toEqual(['review.overdue to grace']);
    await pool.query(`UPDATE review SET remind_at = now() WHERE id = $1`, [review?.id]);
    await Promise.all([remindOfReviews(pool), remindOfReviews(pool)]);
    expect(await remindersOf(runId)).toEqual(['review.overdue to grace', 'review.reminder to grace']);
  });
});

async function remindersOf(runId: string): Promise<string[]> {
  const { rows } = await stand().pool.query(
    `SELECT kind || ' to ' || coalesce(person, 'all') AS told FROM notice WHERE run_id = $1 AND kind IN ('review.reminder', 'review.overdue') ORDER BY id`,
    [runId],
  );
  return (rows as { told: string }[]).map(({ told }) => told);
}

test('opens its review by the policy of its project, and says what happens unanswered', async () => {
  const { pool } = stand();
  await setWaitPolicy(pool, { projectId: null, approvals: 2, answerWithinMinutes: 60, remindEveryMinutes: 30 });
  const runId = await launch(stand(), still('review_due: 24h\n'), { mode: 'interactive' });
  await untilState(stand(), runId, 'HUMAN_REVIEW');
  const review = await openReviewOf(pool, runId);
  expect(review).toMatchObject({ approvals: 2 });
  const waiting = await waitingView(pool, runId);
  expect(waiting).toMatchObject({ what: 'a review', default: { to: 'ABORTED' } });
  expect(
    ((waiting?.default?.dueAt ?? 0) - (waiting?.since ?? 0)) / 3_600_000,
    "the run's own limit stands",
  ).toBeCloseTo(24, 1);
  expect(((review?.dueAt ?? 0) - (review?.openedAt ?? 0)) / 60_000).toBeCloseTo(60, 1);
}, 120_000);
