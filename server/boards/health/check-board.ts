import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckPlan } from '#lib/boards/health/plan.ts';
import type { OpenBoard } from '#server/boards/drivers/open-board.ts';
import { runOnBoard } from '#server/environments/board/console-run.ts';
import type { Answer } from '#server/environments/environment.ts';
import type { OrderEnd, OrderStep } from '#server/store/boards/orders.ts';

/** What a check has at hand. */
export interface Check {
  readonly plan: Omit<CheckPlan, 'golden'>;
  /** The golden image with its bytes. */
  readonly golden: { readonly name: string; readonly expects: string; readonly bytes: Buffer } | null;
  /** The board's folder on this runner. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The step that leaves another image on the board. */
export const goldenStep = 'golden image';

/** Of a console that is only looked at for a line. */
const mostBytes = 16 * 1024 * 1024;

/**
 * Looks at a board step by step: its switch, its controller, a sign of life on its console, and the golden image with the
 * line that it prints on a good board. Stops at the first step that fails; a step that this board cannot do is passed over.
 */
export async function checkBoard(board: OpenBoard, check: Check): Promise<OrderEnd> {
  const { plan, golden } = check;
  const steps: OrderStep[] = [];
  const plans: readonly (readonly [string, () => Promise<Answer | null>])[] = [
    ['power', () => switches(board, check)],
    ['sensors', () => senses(board, check)],
    ['console', () => opens(board, check)],
    ['heartbeat', async () => (plan.heartbeat === null ? null : await shows(board, plan.heartbeat, check))],
    [goldenStep, async () => (golden === null ? null : await passes(board, golden, check))],
  ];
  for (const [name, look] of plans) {
    const answer = await look();
    steps.push({ name, ok: answer?.ok ?? null, reason: answer?.reason ?? 'not part of the check of this board' });
    if (answer?.ok === false) return { ok: false, reason: `${name}: ${answer.reason}`, steps };
  }
  const done = steps.filter(({ ok }) => ok === true).map(({ name }) => name);
  if (done.length === 0)
    return { ok: false, reason: 'nothing about this board can be checked: it has no connections', steps };
  return { ok: true, reason: `${done.join(', ')} work`, steps };
}

async function switches({ power }: OpenBoard, { signal }: Check): Promise<Answer | null> {
  return (await power?.set('cycle', signal)) ?? null;
}

async function senses({ sensors }: OpenBoard, { signal }: Check): Promise<Answer | null> {
  const read = await sensors?.read(signal);
  if (read === undefined || !read.ok) return read ?? null;
  return { ok: true, reason: `${read.readings.length} sensors answer` };
}

async function opens({ console }: OpenBoard, { signal }: Check): Promise<Answer | null> {
  const opened = await console?.open(signal);
  if (opened === undefined || !opened.ok) return opened ?? null;
  const closed = new Promise((resolve) => opened.line.once('close', resolve));
  opened.line.destroy();
  await closed;
  return { ok: true, reason: 'its line opens' };
}

async function shows(board: OpenBoard, line: string, { plan, signal }: Check): Promise<Answer> {
  const { matched, broken, outcome } = await runOnBoard(board, {
    deadlineMs: plan.withinSeconds * 1_000,
    outputCapBytes: mostBytes,
    until: line,
    signal,
    onBytes: () => undefined,
  });
  if (matched) return { ok: true, reason: `the console showed \`${line}\` after ${outcome.durationMs} ms` };
  return { ok: false, reason: broken ?? `the console did not show \`${line}\`: ${outcome.reason}` };
}

async function passes(board: OpenBoard, golden: NonNullable<Check['golden']>, check: Check): Promise<Answer> {
  if (board.flash === undefined)
    return { ok: false, reason: 'the board has nothing to flash it with among its connections' };
  const path = join(check.folder, 'golden');
  await writeFile(path, golden.bytes);
  const written = await board.flash.write({ path, name: golden.name }, check.signal);
  return written.ok ? await shows(board, golden.expects, check) : written;
}
