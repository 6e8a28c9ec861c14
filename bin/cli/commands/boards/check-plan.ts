import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Pool } from 'pg';
import { pauseWords } from '#lib/boards/health/pause-words.ts';
import { type CheckPlan, checkPlan } from '#lib/boards/health/plan.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError } from '#lib/errors.ts';
import { checkPlanOf, saveCheckPlan } from '#server/store/boards/check-plans.ts';
import { boardTypeRows } from '#server/store/boards/inventory.ts';
import { keepBlob } from '#server/store/keep-blob.ts';
import { signed } from '#server/store/signed.ts';
import { boardActor } from '../../board-actor.ts';
import { type ExitCode, exitCode } from '../../exit-code.ts';
import { table } from '../../table.ts';
import { minutesOf, secondsOf } from '../../when.ts';
import { withStack } from '../../with-stack.ts';

interface PlanOptions {
  readonly every?: string;
  readonly beforeWork?: boolean;
  readonly failures?: string;
  /** False for none. */
  readonly heartbeat?: string | false;
  readonly golden?: string | false;
  readonly expects?: string;
  readonly within?: string;
  readonly json?: true;
}

/** `firmloop boards check-plan`: how boards of a type are checked; what is named is changed. */
export async function boardsCheckPlan(type: string, { json, ...changes }: PlanOptions): Promise<ExitCode> {
  const plan = await withStack({ runner: false }, async ({ pool }) => {
    const types = await boardTypeRows(pool);
    if (types.every(({ name }) => name !== type)) {
      throw new DomainError('NOT_FOUND', `There is no board type ${type}.`, {
        next: '`firmloop boards list` shows them.',
      });
    }
    const before = await checkPlanOf(pool, type);
    if (Object.keys(changes).length === 0) return before;
    const after = checkPlan.safeParse({ ...before, ...(await changesOf(pool, changes)) });
    if (!after.success) throw new DomainError('BAD_INPUT', `Such a plan cannot be: ${describeIssues(after.error)}`);
    const { by } = boardActor();
    await saveCheckPlan(signed(pool, { actor: by, door: 'cli', address: null }), type, after.data, by);
    return after.data;
  });
  console.log(json ? JSON.stringify({ type, plan }) : table(rowsOf(plan)).join('\n'));
  return exitCode.success;
}

async function changesOf(pool: Pool, options: Omit<PlanOptions, 'json'>): Promise<Partial<CheckPlan>> {
  const { every, beforeWork, failures, heartbeat, golden, expects, within } = options;
  if ((typeof golden === 'string') !== (expects !== undefined)) {
    throw new DomainError('BAD_INPUT', 'A golden image and the line that it prints belong together.', {
      next: 'Give both --golden and --expects.',
    });
  }
  return {
    ...(every !== undefined && { everyMinutes: every === 'never' ? null : minutesOf(every) }),
    ...(beforeWork !== undefined && { beforeWork }),
    ...(failures !== undefined && { failuresUntilSuspect: Number(failures) }),
    ...(heartbeat !== undefined && { heartbeat: heartbeat === false ? null : heartbeat }),
    ...(within !== undefined && { withinSeconds: secondsOf(within) }),
    ...(golden === false && { golden: null }),
    ...(typeof golden === 'string' && expects !== undefined && { golden: await goldenOf(pool, golden, expects) }),
  };
}

async function goldenOf(pool: Pool, file: string, expects: string): Promise<NonNullable<CheckPlan['golden']>> {
  return { hash: await keepBlob(pool, await readFile(file)), name: basename(file), expects };
}

function rowsOf(plan: CheckPlan): string[][] {
  const { everyMinutes, beforeWork, failuresUntilSuspect, heartbeat, golden, withinSeconds } = plan;
  return [
    ['by itself', everyMinutes === null ? 'never' : pauseWords(everyMinutes)],
    ['before work', beforeWork ? 'when due' : 'no'],
    ['suspect after', `${failuresUntilSuspect} infrastructure failures in a row`],
    ['heartbeat', heartbeat ?? 'none'],
    ['golden image', golden === null ? 'none' : `${golden.name}, which prints ${golden.expects}`],
    ['within', `${withinSeconds} s`],
  ];
}
