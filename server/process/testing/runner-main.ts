import { runCommand } from '../run-command.ts';
import { startWatchdog } from '../watchdog.ts';
import { trialSpec } from './trial.ts';

/*
 * A small runner for tests: runs the command of its second argument until it is stopped, under a watchdog with the
 * freeze limit of its first, and prints one JSON line per thing that happens.
 */

const [freezeAfterMs = '', shell = '', marker = ''] = process.argv.slice(2);

function tell(what: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

const watchdog = startWatchdog({ freezeAfterMs: Number(freezeAfterMs), onFreeze: (groups) => tell({ froze: groups }) });
setInterval(watchdog.renew, Number(freezeAfterMs) / 10);

const spec = trialSpec({ shell }, { marker, deadlineMs: 600_000 });
const run = (changes: Partial<typeof spec>) =>
  runCommand({ ...spec, ...changes }, { watchdog, onChunk: (_, bytes) => tell({ printed: bytes.toString().trim() }) });
tell({ outcome: await run({}) });
tell({ second: await run({ argv: ['echo', 'again'], marker: `${marker}-2` }) });
await watchdog.stop();
tell({ stopped: true });
process.exit();
