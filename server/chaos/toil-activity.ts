import { dirname } from 'node:path';
import { ActivityFailure, type RunnableActivity } from '#server/activities/context.ts';
import { runCommand } from '#server/process/run-command.ts';

/** Long enough that a kill often falls into it. */
const toilSeconds = 0.25;

/** The toy machine's activity as a real process that writes its marker to the ledger before and after its work. */
export function toilActivity(ledger: string): RunnableActivity {
  return {
    timeoutMs: 30_000,
    begins: 'ahead',
    async run(_input, { activityId, runId, signal, confirmed, host: { watchdog } }) {
      await confirmed;
      const lock = `${ledger}.${runId}`;
      const outcome = await runCommand(
        {
          argv: { shell: toil },
          cwd: dirname(ledger),
          env: { LEDGER: ledger, LOCK: lock, SECONDS_OF_WORK: String(toilSeconds) },
          deadlineMs: 20_000,
          outputCapBytes: 10_000,
          graceMs: 1_000,
          stdin: 'closed',
          marker: activityId,
        },
        { signal, watchdog },
      );
      if (outcome.exitCode !== 0) throw new ActivityFailure('CUT_OFF', outcome.reason, { final: true });
      return { amount: 1 };
    },
  };
}

/** Two that work for one run at once are seen by the lock, which ends with its holder. */
const toil = `
  exec 9>>"$LOCK"
  flock -n 9 || echo "overlap $FIRMLOOP_ACTIVITY" >>"$LEDGER"
  echo "begin $FIRMLOOP_ACTIVITY" >>"$LEDGER"
  sleep "$SECONDS_OF_WORK"
  echo "end $FIRMLOOP_ACTIVITY" >>"$LEDGER"`;
