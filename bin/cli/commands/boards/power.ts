import { leaseOrFree } from '#server/boards/holding.ts';
import { order } from '#server/boards/work/order.ts';
import { workTunables } from '#server/boards/work/tunables.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { boardActor } from '../../board-actor.ts';
import { type ExitCode, exitCode } from '../../exit-code.ts';
import { withStack } from '../../with-stack.ts';

/** `firmloop boards power`: a runner near the board switches it. */
export async function boardsPower(
  name: string,
  action: 'on' | 'off' | 'cycle' | 'read',
  { json }: { readonly json?: true },
): Promise<ExitCode> {
  const { by } = boardActor();
  const end = await withStack({ runner: true }, async ({ pool }) => {
    const board = await boardNamed(pool, name);
    const leaseId = await leaseOrFree(pool, board, { actor: by, manages: true });
    const ordered = { boardId: board.id, kind: `power-${action}`, leaseId, askedBy: by } as const;
    return await order(pool, ordered, workTunables.orderMs);
  });
  const told = end ?? { ok: false, reason: 'no runner has done it yet', steps: [] };
  if (json) console.log(JSON.stringify({ ok: told.ok, reason: told.reason }));
  else console.log(`${name}: ${told.reason}`);
  return told.ok ? exitCode.success : exitCode.failure;
}
