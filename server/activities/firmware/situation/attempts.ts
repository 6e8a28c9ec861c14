import { z } from 'zod';
import type { Situation } from '#lib/agents/situation.ts';
import { clip } from '#lib/format/clip.ts';
import type { ActivityContext } from '../../context.ts';
import { filedProposals, filedRecords } from '../../filed.ts';
import { readProposal, type StoredProposal } from '../proposal.ts';
import { worstOf } from '../refusal.ts';

const counts = z.object({ passed: z.number(), failed: z.number(), errors: z.number() });

const row = z.object({
  iteration: z.number(),
  proposal_id: z.string().optional(),
  proposal_fate: z.string().optional(),
  commit: z.string().nullish(),
  goal: counts.nullish(),
  rolled_back_to: z.object({ iteration: z.number() }).nullish(),
  judgement: z.object({ reason: z.string() }).optional(),
});
type IterationRow = z.infer<typeof row>;

const mostAttempts = 12;
const longestDiff = 6_000;

/** What this run has tried, newest first, each with why it did not do. */
export async function attemptsOf(context: ActivityContext): Promise<Situation['attempts']> {
  const { artifacts } = context.host;
  const [filed, records] = await Promise.all([filedProposals(context), filedRecords(context, 'iteration')]);
  const rows = records.flatMap((data) => row.safeParse(data).data ?? []);
  const last = filed.slice(-mostAttempts).toReversed();
  return await Promise.all(
    last.map(async ({ hash, iteration }) => {
      const proposal = await readProposal(context, hash);
      const diff = (await artifacts.get(proposal.diff)).toString('utf8');
      const own = rows.find((one) => one.proposal_id === hash);
      const { text, rest } = clip(diff, longestDiff);
      return {
        iteration,
        summary: proposal.summary,
        outcome: outcomeOf(proposal, own, rows),
        diff: rest === 0 ? text : `${text}\n… ${rest} more characters`,
      };
    }),
  );
}

/** What became of a proposal, in a clause. */
function outcomeOf(
  { policy, dryRun }: StoredProposal,
  own: IterationRow | undefined,
  rows: readonly IterationRow[],
): string {
  if (!policy.allowed) return `refused by the policy: ${worstOf(policy.findings) ?? 'no finding is named'}`;
  if (!dryRun.ok) return `does not apply: ${dryRun.reason}`;
  if (own === undefined) return 'was not tried';
  if (own.proposal_fate?.startsWith('refused') === true) return own.proposal_fate;
  if (own.goal == null) return 'did not build, or was never measured; it was taken back';
  const before = rows.find(({ iteration }) => iteration === own.iteration - 1)?.goal;
  const was = before == null ? '' : ` (before: ${before.passed})`;
  const total = own.goal.passed + own.goal.failed + own.goal.errors;
  const back = own.rolled_back_to == null ? '' : `; rolled back to iteration ${own.rolled_back_to.iteration}`;
  return `${own.goal.passed} of ${total} goal tests pass${was}${back}`;
}
