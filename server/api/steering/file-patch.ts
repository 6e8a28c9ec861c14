import type { Json } from '#lib/engine/json.ts';
import type { StoredProposal } from '#server/activities/firmware/proposal.ts';
import type { Services } from '../services.ts';
import type { JudgedPatch } from './judge-patch.ts';

interface ByHand {
  readonly runId: string;
  readonly iteration: number;
  readonly diff: string;
  readonly judged: JudgedPatch;
  readonly by: string;
  readonly reason: string;
  readonly strategy: string;
}

/** Stores a person's patch as agents' patches are stored, and gives the proposal's id. */
export async function filePatch({ artifacts }: Services, patch: ByHand): Promise<string> {
  const { runId, iteration, judged, by, reason, strategy } = patch;
  const source = `by hand ${judged.fingerprint}`;
  const place = { runId, iteration, activityId: null };
  const diff = await artifacts.put(
    { ...place, kind: 'patch', name: `${source}.patch` },
    Buffer.from(patch.diff, 'utf8'),
    { raw: true, mediaType: 'text/x-diff' },
  );
  const stored: StoredProposal = {
    ...judged,
    source,
    strategy,
    agent: by,
    summary: reason,
    claim: reason,
    diff,
    policy: { ...judged.policy, findings: [...judged.policy.findings], risk: { ...judged.policy.risk } },
    dryRun: { ok: true, reason: 'tried when it is applied' },
  };
  return await artifacts.putJson(
    { ...place, kind: 'proposal', name: source },
    JSON.parse(JSON.stringify(stored)) as Json,
  );
}
