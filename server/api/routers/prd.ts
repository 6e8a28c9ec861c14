import { z } from 'zod';
import type { Json } from '#lib/engine/json.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { type Prd, prd } from '#lib/prd/prd.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import { mustBeSession, sessionProgress } from '#server/prd/session-progress.ts';
import { updateProgress } from '#server/prd/update-progress.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { asItStood } from '../history/as-it-stood.ts';
import { filmOf } from '../history/film.ts';
import { recordsAt } from '../history/records-at.ts';
import type { Services } from '../services.ts';
import { procedure, router } from '../trpc.ts';
import { documentOf, sessionView } from '../views/session-view.ts';
import { unlessRemoved } from '../views/unless-removed.ts';

const runId = z.guid();

/** What is known of sessions of the PRD agent, and what is reported to them. */
export const prdRouter = router({
  /** The document with its queue and `active_context.md`; as it is, or as it stood after a transition. */
  view: procedure('prd.view')
    .input(z.strictObject({ runId, at: z.int32().min(1).optional() }))
    .query(async ({ ctx: { services }, input }) => {
      const now = await runPage(services.pool, input.runId);
      mustBeSession(now.machine, now.number);
      const { run, records } =
        input.at === undefined
          ? { run: now, records: (kind: string) => recordsOf(services.pool, now.id, kind) }
          : await asThen(services, now, input.at);
      const [task, progress, context] = await Promise.all([records('task'), records('progress'), records('context')]);
      const prdId = documentOf(run);
      const document = prdId === null ? null : await unlessRemoved(stored(services, prdId));
      return sessionView(run, document, { task, progress, context });
    }),

  /** The state query of the design (§5). */
  progress: procedure('prd.progress')
    .input(z.strictObject({ runId }))
    .query(({ ctx: { services }, input }) => sessionProgress(services.pool, input.runId)),

  /** The `update_progress` of the design (§5). */
  updateProgress: procedure('prd.updateProgress')
    .input(
      z.strictObject({
        runId,
        commandId: z.string().min(8).max(80).transform(wellFormed),
        fields: z.record(z.string().max(80), z.json()),
      }),
    )
    .mutation(async ({ ctx: { services, person }, input }) => {
      await updateProgress(services.engine, { ...input, by: person.actor });
      return await sessionProgress(services.pool, input.runId);
    }),
});

type RunRow = Awaited<ReturnType<typeof runPage>>;

/** The run and what it had filed right after one of its transitions. */
async function asThen(services: Services, now: RunRow, at: number) {
  const { run, transition } = await asItStood(services, now, at);
  const film = await filmOf(services.engine, await storedRun(services.pool, now.id), transition.eventSeq);
  const records = (kind: string): Promise<readonly Json[]> =>
    Promise.resolve(recordsAt(film, transition.eventSeq, kind).map(({ data }) => data));
  return { run, records };
}

async function stored({ artifacts }: Services, prdId: string): Promise<Prd> {
  return await artifactAs(artifacts, prdId, prd);
}
