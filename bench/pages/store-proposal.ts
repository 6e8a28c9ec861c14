import type { Pool } from 'pg';
import type { StoredProposal } from '#server/activities/firmware/proposal.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';

const diff = `--- a/src/ring.c
+++ b/src/ring.c
@@ -41,7 +41,7 @@ bool ring_push(ring_t *ring, uint8_t byte)
 {
   const size_t next = (ring->head + 1) % ring->size;

-  if (next > ring->tail)
+  if (next == ring->tail)
     return false;
   ring->bytes[ring->head] = byte;
   ring->head = next;
`;

/** Files a patch as an agent's answer is filed, so that the page of an iteration has one to show. Gives its id. */
export async function storeProposal(pool: Pool, runId: string): Promise<string> {
  const artifacts = createArtifactStore(pool, (text) => text);
  const filing = { runId, activityId: null, iteration: 0 };
  const proposal = {
    source: 'careful',
    strategy: 'careful',
    agent: 'first',
    summary: 'the ring is full when the next place is the oldest one',
    claim: 'the ring is full when the next place is the oldest one',
    diff: await artifacts.put({ ...filing, kind: 'patch', name: 'patch.diff' }, diff, { mediaType: 'text/x-diff' }),
    fingerprint: 'ring',
    files: 1,
    additions: 1,
    deletions: 1,
    policy: { allowed: true, findings: [], risk: { score: 0.001 } },
    dryRun: { ok: true, reason: 'applies' },
  } satisfies StoredProposal;
  return await artifacts.putJson({ ...filing, kind: 'proposal', name: 'proposal.json' }, proposal);
}
