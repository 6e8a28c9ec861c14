import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { openPool } from '#server/db/pool.ts';
import type { Engine } from '#server/engine/engine.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { placeFromEnvironment, type StackPlace } from '../stack/options.ts';
import type { Stack } from '../stack/stack.ts';
import { runningStack } from '../stack/stack-record.ts';
import { exitCode } from './exit-code.ts';
import { type Interrupts, listenForInterrupts } from './interrupts.ts';
import { tunables } from './tunables.ts';

/** A stack that a command works with. */
export interface StackUse {
  readonly databaseUrl: string;
  /** Address of its pages; missing for a stack without a web server. */
  readonly url: string | undefined;
  /** It was started for this command and ends with it. */
  readonly isOwn: boolean;
  readonly pool: Pool;
  readonly engine: Engine;
  readonly interrupts: Interrupts;
}

/** Uses the stack that runs on this home, or starts one without pages and ends it afterwards; `runner` says whether that one shall work. */
export async function withStack<Answer>(
  { runner }: { runner: boolean },
  use: (stack: StackUse) => Promise<Answer>,
): Promise<Answer> {
  const place = placeFromEnvironment(process.env);
  const interrupts = listenForInterrupts(exitCode.aborted);
  const { databaseUrl, url, own } = await runningOrOwn(place, runner, interrupts);
  interrupts.insisted = () => own?.kill();
  const pool = openPool(databaseUrl, { max: 4, name: 'firmloop-cli' });
  try {
    return await use({ databaseUrl, url, isOwn: own !== undefined, pool, engine: installedEngine(pool), interrupts });
  } finally {
    await pool.end();
    await own?.stop();
    interrupts.close();
  }
}

interface Found {
  readonly databaseUrl: string;
  readonly url: string | undefined;
  readonly own: Stack | undefined;
}

async function runningOrOwn(place: StackPlace, runner: boolean, interrupts: Interrupts): Promise<Found> {
  const running = await runningStack(place.home);
  if (running !== undefined) return { databaseUrl: running.databaseUrl, url: running.url, own: undefined };
  const { startStack } = await import('../stack/stack.ts');
  try {
    const own = await startStack({ ...place, web: false, runner, report, signal: interrupts.first });
    return { databaseUrl: own.databaseUrl, url: undefined, own };
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'CONFLICT')) throw error;
    return await startedByOther(place, interrupts.first, error);
  }
}

/** Somebody else was faster, and is about to be ready. */
async function startedByOther({ home }: StackPlace, signal: AbortSignal, refusal: DomainError): Promise<Found> {
  const deadline = performance.now() + tunables.otherStart;
  while (performance.now() < deadline) {
    const running = await runningStack(home);
    if (running !== undefined) return { databaseUrl: running.databaseUrl, url: running.url, own: undefined };
    await delay(tunables.otherLook, undefined, { signal });
  }
  throw refusal;
}

function report(line: string): void {
  console.error(`firmloop: ${line}`);
}
