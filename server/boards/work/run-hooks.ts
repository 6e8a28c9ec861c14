import type { Board } from '#lib/boards/board.ts';
import { type Hook, type Hooks, hooksSchema } from '#lib/boards/hooks.ts';
import type { Bench } from '#server/boards/drivers/driver.ts';
import { filledIn, runTool } from '#server/boards/drivers/tool.ts';

/** A hook that did not do its work, and what that means for the board. */
export interface HookFailure {
  readonly policy: Hook['when_failed'];
  readonly reason: string;
}

/** Runs the hooks of a board before or after a lease, one after the other. Each ends in time; what failed is the answer. */
export async function runHooks(
  board: Pick<Board, 'hooks' | 'name' | 'serial'>,
  moment: keyof Hooks,
  { bench, signal }: { bench: Bench; signal: AbortSignal },
): Promise<HookFailure[]> {
  const failures: HookFailure[] = [];
  for (const { command, timeout, when_failed: policy } of hooksSchema.parse(board.hooks)[moment]) {
    const argv = filledIn(command, { name: board.name, serial: board.serial });
    const answer =
      'lacks' in argv
        ? { ok: false, reason: `the board has no ${argv.lacks}` }
        : await runTool(bench, { argv, withinMs: timeout, signal });
    if (!answer.ok) failures.push({ policy, reason: `hook ${moment} the lease: ${answer.reason}` });
    if (!answer.ok && policy === 'refuse') break;
  }
  return failures;
}
