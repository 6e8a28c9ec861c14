import { tracked } from '@trpc/server';
import { z } from 'zod';
import { isRunOf } from '#server/store/is-run-of.ts';
import { runSeq } from '#server/store/run-seq.ts';
import { followPage } from '../live/follow-page.ts';
import { procedure } from '../trpc.ts';

/** The streams of pages. */
export const watchRuns = {
  /** That one run moved and how far it is; what it was is read from the rows. Resumed with the id of the last message, so a page that was away learns whether it missed anything. */
  watch: procedure('runs.watch')
    .input(z.strictObject({ runId: z.guid(), lastEventId: z.string().max(20).nullish() }))
    .subscription(async function* ({ ctx: { services }, input, signal }) {
      const until = signal ?? AbortSignal.timeout(0);
      // Listening begins before the row is read: what happens in between is heard.
      const hints = services.hub.hints(input.runId, until);
      let seq = Number(input.lastEventId ?? -1);
      const first = await runSeq(services.pool, input.runId);
      if (first !== seq) yield tracked(String(first), { kind: 'run' as const, seq: first });
      seq = first;
      for await (const hint of hints) {
        if (hint.kind === 'run' || hint.kind === 'connected') {
          seq = await runSeq(services.pool, input.runId);
          yield tracked(String(seq), { kind: 'run' as const, seq });
        } else {
          yield tracked(String(seq), { kind: hint.kind, seq });
        }
      }
    }),

  /** The page of one run with what changes in it. */
  follow: procedure('runs.follow')
    .input(z.strictObject({ runId: z.guid() }))
    .subscription(({ ctx: { services }, input, signal }) =>
      followPage(services, input.runId, signal ?? AbortSignal.timeout(0)),
    ),

  /** Any run of the projects that the reader sees. */
  watchAll: procedure('runs.watchAll').subscription(async function* ({ ctx: { services, reach }, signal }) {
    const hints = services.hub.hints(null, signal ?? AbortSignal.timeout(0));
    yield { kind: 'run' as const };
    for await (const hint of hints) {
      if (hint.kind === 'log') continue;
      if ('runId' in hint && !(await isRunOf(services.pool, hint.runId, reach.projects))) continue;
      yield { kind: hint.kind };
    }
  }),
};
