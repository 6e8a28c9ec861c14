import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Runner } from './runner.ts';
import { runnerTunables } from './tunables.ts';

/**
 * Ends this process with its runner: gently when it is asked to or its parent is gone; with exit code 1, so that a new one
 * is started, when others have declared the runner dead, for then it holds nothing any more.
 */
export function endProcessWith(runner: Runner, pool: Pool, log: Pick<Logger, 'warn'>): void {
  let stopping = false;
  async function stop(exitCode: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Whatever does not come to an end by itself must not keep the process: others take its work over.
    setTimeout(() => process.exit(exitCode), runnerTunables.leaveWithinMs).unref();
    await runner.stop();
    await pool.end();
    process.exit(exitCode);
  }
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  process.on('disconnect', () => void stop(0));
  void runner.fenced.then(() => {
    log.warn('others have declared this runner dead; it ends so that a new one can start');
    return stop(1);
  });
}
