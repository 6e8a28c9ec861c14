import { z } from 'zod';
import { gateNames, gateWords } from '#lib/history/gates.ts';
import type { Change } from '#lib/results/compare.ts';
import { compareSelections } from '#server/results/history/compare-selections.ts';
import { judgeBuild } from '#server/results/history/judge-build.ts';
import { quarantineOfProject } from '../results/quarantine-of-project.ts';
import { projectId, selection } from '../results/result-inputs.ts';
import { procedure } from '../trpc.ts';

/** Of each kind of change so many tests are listed; all are counted. */
const listedOfEach = 200;

/** What two measurements say together, and whether a build may go on. */
export const resultJudgements = {
  compare: procedure('results.compare')
    .input(z.strictObject({ projectId, before: selection, after: selection }))
    .query(async ({ ctx: { services }, input }) => {
      const { before, after, difference } = await compareSelections(services.pool, input.projectId, input);
      const listed = Map.groupBy(difference.tests, ({ change }) => change);
      const shown = (change: Change) => (listed.get(change) ?? []).slice(0, listedOfEach);
      const { sets: _was, ...was } = before;
      const { sets: _is, ...is } = after;
      return {
        ...{ before: was, after: is, counts: difference.counts, regressions: difference.regressions },
        tests: [...listed.keys()].flatMap(shown),
        listedOfEach,
      };
    }),

  gate: procedure('results.gate')
    .input(
      z.strictObject({
        projectId,
        subject: selection,
        against: selection.optional(),
        gates: z.array(z.enum(gateNames)).min(1).optional(),
      }),
    )
    .query(async ({ ctx: { services }, input }) => {
      const { quarantine, problem } = await quarantineOfProject(services.pool, input.projectId);
      const { subject, before, release, holds, gates, excused } = await judgeBuild(services.pool, {
        ...input,
        quarantine,
      });
      return {
        ...{ holds, gates: gates.map((gate) => ({ ...gate, asks: gateWords[gate.gate] })), excused, problem },
        ...{ subject: subject.label, before: before?.label ?? null, release: release?.label ?? null },
      };
    }),
};
