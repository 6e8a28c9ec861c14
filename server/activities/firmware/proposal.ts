import { z } from 'zod';
import { remember } from '#lib/remember.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { filedProposals } from '../filed.ts';

/** A proposal as it is kept: who made it, what it says of itself, and what was found when it was checked. */
export const proposalSchema = z.object({
  source: z.string(),
  strategy: z.string(),
  agent: z.string(),
  summary: z.string(),
  claim: z.string(),
  /** Artifact of the diff. */
  diff: z.string(),
  fingerprint: z.string(),
  files: z.number(),
  additions: z.number(),
  deletions: z.number(),
  policy: z.object({
    allowed: z.boolean(),
    findings: z.array(
      z.object({
        rule: z.string(),
        severity: z.string(),
        path: z.string().nullable(),
        line: z.number().nullable(),
        side: z.string().nullable(),
        message: z.string(),
      }),
    ),
    risk: z.object({ score: z.number() }).loose(),
  }),
  dryRun: z.object({ ok: z.boolean(), reason: z.string() }),
});
export type StoredProposal = z.infer<typeof proposalSchema>;

export async function readProposal(context: ActivityContext, id: string): Promise<StoredProposal> {
  return await proposals(id, async () => {
    const stored: unknown = JSON.parse((await context.host.artifacts.get(id)).toString('utf8'));
    const parsed = proposalSchema.safeParse(stored);
    if (!parsed.success)
      throw new ActivityFailure('PATCH_APPLY_FAILURE', `artifact ${id} is not a proposal`, { final: true });
    return parsed.data;
  });
}

const proposals = remember<StoredProposal>(1_000);

/** Sources of everything proposed in this run so far, in order. */
export async function proposedSources(context: ActivityContext): Promise<string[]> {
  return (await proposedSoFar(context)).map(({ source }) => source);
}

/** Sources of everything proposed in this run so far by their fingerprints; what is no patch has none to compare. */
export async function proposedBefore(context: ActivityContext): Promise<Map<string, string>> {
  const readable = (await proposedSoFar(context)).filter(({ files }) => files > 0);
  return new Map(readable.map(({ fingerprint, source }) => [fingerprint, source]));
}

async function proposedSoFar(context: ActivityContext): Promise<StoredProposal[]> {
  const filed = await filedProposals(context);
  return await Promise.all(filed.map(({ hash }) => readProposal(context, hash)));
}
