import type { Pool } from 'pg';
import type { Board, BoardHealth } from '#lib/boards/board.ts';
import { DomainError } from '#lib/errors.ts';
import { leaseOrFree } from '#server/boards/holding.ts';
import { order } from '#server/boards/work/order.ts';
import { workTunables } from '#server/boards/work/tunables.ts';
import { boardStatistics } from '#server/store/boards/failures.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { checksOf, type OrderEnd } from '#server/store/boards/orders.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { signed } from '#server/store/signed.ts';
import { boardActor } from '../../board-actor.ts';
import { type ExitCode, exitCode } from '../../exit-code.ts';
import { table } from '../../table.ts';
import { withStack } from '../../with-stack.ts';

interface HealthOptions {
  readonly check?: true;
  readonly set?: BoardHealth;
  readonly reason?: string;
  readonly json?: true;
}

const days = 30;
const shownChecks = 5;

/** `firmloop boards health`: what a board is worth and why; with `--check` it is looked at, with `--set` a person says. */
export async function boardsHealth(name: string, { check, set, reason, json }: HealthOptions): Promise<ExitCode> {
  const { by } = boardActor();
  if (set !== undefined && !reason?.trim()) {
    throw new DomainError('BAD_INPUT', `Say why ${name} is ${set}.`, { next: 'Add --reason "…".' });
  }
  return await withStack({ runner: check === true }, async (stack) => {
    const pool = signed(stack.pool, { actor: by, door: 'cli', address: null });
    const known = await boardNamed(pool, name);
    if (set !== undefined) await setHealth(pool, { board: known.id, to: set, by, reason: reason ?? '' });
    const checked = check === true ? await checkedNow(pool, known, by) : null;
    const board = await boardNamed(pool, known.id);
    const [statistics, checks] = await Promise.all([
      boardStatistics(pool, board.id, days),
      checksOf(pool, board.id, shownChecks),
    ]);
    const { health, healthReason } = board;
    if (json)
      console.log(JSON.stringify({ board: board.name, health, healthReason, checked, statistics, days, checks }));
    else console.log(linesOf(board, checked, statistics).join('\n'));
    return checked?.ok === false ? exitCode.failure : exitCode.success;
  });
}

async function checkedNow(pool: Pool, board: Board, by: string): Promise<OrderEnd> {
  const leaseId = await leaseOrFree(pool, board, { actor: by, manages: true });
  const end = await order(pool, { boardId: board.id, kind: 'check', leaseId, askedBy: by }, workTunables.orderMs);
  return end ?? { ok: false, reason: 'no runner has checked it yet', steps: [] };
}

function linesOf(
  { name, health, healthReason }: Board,
  checked: OrderEnd | null,
  statistics: Awaited<ReturnType<typeof boardStatistics>>,
): string[] {
  const { worked, failed, flashed, flashFailed, checksPassed, checksFailed, reasons } = statistics;
  return [
    `${name}: ${health}${healthReason === '' ? '' : `, ${healthReason}`}`,
    ...(checked === null ? [] : ['', checked.reason, ...table(checked.steps.map(stepRow))]),
    '',
    `In ${days} days: ${worked} test runs served, ${failed} infrastructure failures, ${flashed} flashed, ${flashFailed} flashes failed, ${checksPassed} checks passed, ${checksFailed} failed.`,
    ...reasons.map(({ reason, times }) => `  ${times} × ${reason}`),
  ];
}

function stepRow({ name, ok, reason }: OrderEnd['steps'][number]): string[] {
  return [ok === null ? '-' : ok ? 'ok' : 'failed', name, reason];
}
