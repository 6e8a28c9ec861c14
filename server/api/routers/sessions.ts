import { z } from 'zod';
import type { Envelope } from '#lib/engine/envelope.ts';
import type { SessionContext } from '#lib/machines/brain-session/context.ts';
import { artifactBytes } from '#server/store/artifacts.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { recordOf } from '#server/store/records.ts';
import { sessionEntries } from '#server/store/session-entries.ts';
import { asItStood } from '../history/as-it-stood.ts';
import { mustBeOf } from '../must-be-of.ts';
import type { Services } from '../services.ts';
import { procedure, router } from '../trpc.ts';
import { brainSessionView, type ShownInstruction } from '../views/brain-session-view.ts';

/** Lines of the conversations that are sent at once, the last ones. */
const most = 600;

const said = z.object({ by: z.string(), text: z.string() });

/** What the page of a brain session reads beyond that of any run. */
export const sessionsRouter = router({
  view: procedure('sessions.view')
    .input(z.strictObject({ runId: z.guid(), at: z.int32().min(1).optional() }))
    .query(async ({ ctx: { services }, input }) => {
      const now = await runPage(services.pool, input.runId);
      mustBeOf('brain-session', now);
      const past = input.at === undefined ? null : await asItStood(services, now, input.at);
      const run = past?.run ?? now;
      const until = past === null ? null : new Date(past.transition.at);
      const [entries, instruction] = await Promise.all([
        sessionEntries(services.pool, { runId: now.id, until, limit: most }),
        run.state === 'REFINING.SHOW' ? instructionOf(services, now.id, run.snapshot) : null,
      ]);
      return brainSessionView(run, entries, { instruction, most });
    }),
});

/** The instruction that is shown before it goes in; null where there is none. */
async function instructionOf({ pool }: Services, runId: string, snapshot: unknown): Promise<ShownInstruction | null> {
  const { refinement } = (snapshot as Envelope).context as unknown as SessionContext;
  if (refinement?.shown == null) return null;
  const { first, last, shown } = refinement;
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => String(first + at).padStart(5, '0'));
  const rows = await Promise.all(numbers.map((number) => recordOf(pool, runId, 'said', number)));
  const texts = rows.flatMap((row) => said.safeParse(row).data?.text ?? []);
  // What could not be rewritten has no text of its own, and of an old run it may have been removed.
  const rewritten = await artifactBytes(pool, shown);
  return { said: texts, text: rewritten?.toString('utf8') ?? texts.join('\n') };
}
