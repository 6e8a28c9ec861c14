import type { Pool } from 'pg';
import type { Board } from '#lib/boards/board.ts';
import { afterCheck } from '#lib/boards/health/next-health.ts';
import type { PowerAction } from '#server/boards/drivers/capabilities.ts';
import type { OpenBoard } from '#server/boards/drivers/open-board.ts';
import { checkBoard, goldenStep } from '#server/boards/health/check-board.ts';
import { artifactBytes } from '#server/store/artifacts.ts';
import { noteGolden } from '#server/store/boards/board-image.ts';
import { checkPlanOf } from '#server/store/boards/check-plans.ts';
import type { OrderEnd, OrderKind } from '#server/store/boards/orders.ts';
import { setHealth } from '#server/store/boards/set-health.ts';

/** What an order is carried out with. */
export interface AtWork {
  readonly pool: Pool;
  readonly board: Board;
  readonly open: OpenBoard;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Does what was ordered; whatever comes of it is the answer. */
export async function carryOut(kind: OrderKind, at: AtWork): Promise<OrderEnd> {
  return await deeds[kind](at);
}

const deeds = {
  'power-on': (at) => power(at, 'on'),
  'power-off': (at) => power(at, 'off'),
  'power-cycle': (at) => power(at, 'cycle'),
  'power-read': readPower,
  check,
} as const satisfies Record<OrderKind, (at: AtWork) => Promise<OrderEnd>>;

const noSwitch: OrderEnd = { ok: false, reason: 'the board has no switch among its connections', steps: [] };

async function power({ open, signal }: AtWork, action: PowerAction): Promise<OrderEnd> {
  const answer = await open.power?.set(action, signal);
  return answer === undefined ? noSwitch : { ok: answer.ok, reason: answer.reason, steps: [] };
}

async function readPower({ open, signal }: AtWork): Promise<OrderEnd> {
  const reading = await open.power?.read(signal);
  if (reading === undefined) return noSwitch;
  return {
    ok: reading.ok,
    reason: reading.ok ? `the board is ${reading.on ? 'on' : 'off'}` : reading.reason,
    steps: [],
  };
}

/** Checks the board, and changes its health where the check decides. */
async function check({ pool, board, open, folder, signal }: AtWork): Promise<OrderEnd> {
  const plan = await checkPlanOf(pool, board.type);
  const { golden } = plan;
  const bytes = golden === null ? null : await artifactBytes(pool, golden.hash);
  const image = golden === null || bytes === null ? null : { name: golden.name, expects: golden.expects, bytes };
  const end = await checkBoard(open, { plan, golden: image, folder, signal });
  if (golden !== null && end.steps.some(({ name, ok }) => name === goldenStep && ok))
    await noteGolden(pool, board.id, golden);
  const change = afterCheck(board.health, end);
  if (change !== null) await setHealth(pool, { board: board.id, ...change, by: 'health check' });
  return end;
}
