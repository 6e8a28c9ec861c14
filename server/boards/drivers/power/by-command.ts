import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { Answer } from '#server/environments/environment.ts';
import type { PowerReading } from '../capabilities.ts';
import type { Bench, Driver } from '../driver.ts';
import { filledIn, runTool, type ToolAnswer } from '../tool.ts';
import { driverTunables } from '../tunables.ts';
import { readSwitchWord } from './read-switch-word.ts';
import { switchAndSee } from './switch-and-see.ts';

type ByCommand = ConnectionOf<'power-command'>;

/** Power that commands on the runner switch: a relay's own tool, a script of the house. */
export function powerByCommand(connection: ByCommand, bench: Bench): Driver {
  const run = async (words: readonly string[], signal: AbortSignal): Promise<ToolAnswer> => {
    const argv = filledIn(words, bench.board);
    if ('lacks' in argv) return { ok: false, stdout: '', stderr: '', reason: `the board has no ${argv.lacks}` };
    return await runTool(bench, { argv, withinMs: driverTunables.switchMs, signal });
  };
  const { status, cycle } = connection;
  const read = status && (async (signal: AbortSignal) => readingOf(await run(status, signal)));
  return {
    power: {
      read: async (signal) => (await read?.(signal)) ?? { ok: false, reason: 'this switch cannot be read' },
      async set(action, signal) {
        if (action === 'cycle' && cycle !== undefined) {
          return asAnswer(await run(cycle, signal), 'the board was switched off and on');
        }
        const turn = async (on: boolean) =>
          asAnswer(await run(on ? connection.on : connection.off, signal), 'switched');
        const device = { turn, read: read && (() => read(signal)), settleMs: driverTunables.settleMs };
        return await switchAndSee(device, action, signal);
      },
    },
    close: async () => undefined,
  };
}

function readingOf(answer: ToolAnswer): PowerReading {
  if (!answer.ok) return { ok: false, reason: answer.reason };
  const on = readSwitchWord(answer.stdout);
  if (on !== null) return { ok: true, on };
  return {
    ok: false,
    reason: `the command for the status printed neither on nor off: ${answer.stdout.trim().slice(0, 100)}`,
  };
}

function asAnswer(answer: ToolAnswer, done: string): Answer {
  return answer.ok ? { ok: true, reason: done } : { ok: false, reason: answer.reason };
}
