import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { openPool } from '#server/db/pool.ts';
import type { Engine } from '#server/engine/engine.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { runnerTunables } from '#server/runner/tunables.ts';
import { hasLiveRunner } from '#server/store/has-live-runner.ts';
import { placeFromEnvironment, type StackPlace } from '../stack/options.ts';
import type { Stack } from '../stack/stack.ts';
import { runningStack, type StackRecord } from '../stack/stack-record.ts';
import { untilStarted } from '../stack/until-started.ts';
import { exitCode } from './exit-code.ts';
import { guestOf, untilGuestsLeft } from './guests.ts';
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
  const { databaseUrl, url, own, name } = await runningOrOwn(place, runner, interrupts);
  interrupts.insisted = () => own?.kill();
  const pool = openPool(databaseUrl, { max: 4, name });
  try {
    return await use({ databaseUrl, url, isOwn: own !== undefined, pool, engine: installedEngine(pool), interrupts });
  } finally {
    if (own !== undefined && runner) await untilGuestsLeft(pool, interrupts.first, report).catch(() => undefined);
    await pool.end();
    await own?.stop();
    interrupts.close();
  }
}

interface Found {
  readonly databaseUrl: string;
  readonly url: string | undefined;
  readonly own: Stack | undefined;
  /** What our connections go by. */
  readonly name: string;
}

/** Another command may be starting a stack on this home right now: then it is waited for. */
async function runningOrOwn(place: StackPlace, runner: boolean, { first: signal }: Interrupts): Promise<Found> {
  const begun = performance.now();
  let isTold = false;
  for (;;) {
    const running = await runningStack(place.home);
    if (running !== undefined) await untilStarted(running.databaseUrl, { supervised: true, signal });
    const lacksRunner = running !== undefined && runner && !(await hasRunner(running));
    if (running !== undefined && (!lacksRunner || performance.now() - begun > tunables.otherRunner))
      return asGuest(running);
    const { startStack } = await import('../stack/stack.ts');
    try {
      const own = await startStack({ ...place, web: false, runner, report, signal });
      return { databaseUrl: own.databaseUrl, url: undefined, own, name: 'firmloop-cli' };
    } catch (error) {
      const isTaken = error instanceof DomainError && error.code === 'CONFLICT';
      const waited = performance.now() - begun;
      if (!isTaken || waited > tunables.otherStart) throw error;
      if (!isTold && waited > tunables.otherNews) {
        isTold = true;
        report(`Another program is starting or stopping the stack on ${place.home}; it is waited for.`);
      }
    }
    await delay(tunables.otherLook, undefined, { signal });
  }
}

/** A stack of a command that only looks has none, and is gone in a moment. */
async function hasRunner({ databaseUrl }: StackRecord): Promise<boolean> {
  const pool = openPool(databaseUrl, { max: 1, name: 'firmloop-cli' });
  return await hasLiveRunner(pool, runnerTunables.deadAfterMs)
    .catch(() => false)
    .finally(() => pool.end());
}

function asGuest({ databaseUrl, url, pid }: StackRecord): Found {
  return { databaseUrl, url, own: undefined, name: guestOf(pid) };
}

function report(line: string): void {
  console.error(`firmloop: ${line}`);
}
