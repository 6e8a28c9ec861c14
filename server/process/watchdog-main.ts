import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { sweepMarker } from './marker-sweep.ts';
import { endGroup } from './process-group.ts';
import { processTunables } from './tunables.ts';
import { readLine, type WatchdogLine, writeFreeze } from './watchdog-protocol.ts';

/*
 * A small process beside a runner. It reads the runner's lines on stdin and kills the registered process groups, with
 * everything that carries their markers, when the runner
 *   - died: stdin closes; the watchdog then ends too, or
 *   - froze, or lost its database: no `renewed` for longer than the first argument (milliseconds).
 * After a freeze it forgets the killed groups, reports them on stdout and goes on: a runner that wakes finds its commands
 * dead and may start new ones once it has renewed. A group registered before that is killed like the others.
 */

const freezeAfterMs = Number(process.argv[2]);
const groups = new Map<number, string>();
let renewedAt = sinceBootMs();

/** Counts the time in which the machine was suspended, which the clock of `performance.now()` leaves out. */
function sinceBootMs(): number {
  return Number.parseFloat(readFileSync('/proc/uptime', 'utf8')) * 1_000;
}

/** Also asked before a renewal counts: after a suspension of both processes the renewal may be the first thing to arrive. */
function killIfFrozen(): void {
  if (groups.size === 0 || sinceBootMs() - renewedAt <= freezeAfterMs) return;
  process.stdout.write(writeFreeze([...groups.keys()]));
  void killAll();
}

async function killAll(): Promise<void> {
  const doomed = [...groups];
  groups.clear();
  await Promise.all(
    doomed.map(async ([pgid, marker]) => {
      await endGroup(pgid, processTunables.watchdogGraceMs);
      await sweepMarker(marker);
    }),
  );
}

// Signals meant for the runner's service reach its whole control group; only the end of stdin ends the watchdog.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE'] as const) process.on(signal, () => undefined);
process.stdout.on('error', () => undefined);

const timer = setInterval(killIfFrozen, freezeAfterMs / 10);
createInterface({ input: process.stdin })
  .on('line', (text) => {
    const line = readLine(text);
    if (line !== undefined) apply(line);
  })
  .on('close', () => {
    clearInterval(timer);
    void killAll();
  });

function apply(line: WatchdogLine): void {
  switch (line.kind) {
    case 'renewed':
      killIfFrozen();
      renewedAt = sinceBootMs();
      break;
    case 'group':
      groups.set(line.pgid, line.marker);
      break;
    case 'gone':
      groups.delete(line.pgid);
      break;
    default:
      line satisfies never;
  }
}
