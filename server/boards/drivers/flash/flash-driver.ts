import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { Answer } from '#server/environments/environment.ts';
import type { Flash, ImageFile } from '../capabilities.ts';
import type { Bench, Driver } from '../driver.ts';
import { filledIn, runTool } from '../tool.ts';
import { driverTunables } from '../tunables.ts';
import type { FlashCall, FlashTarget } from './flash-arguments.ts';

/** How a tool knows the board that is meant. */
type ProbeName = { readonly serial?: string | undefined } | { readonly port: string };

/** A probe, reached through the tool of its maker. Without a serial number the tool would take any probe, so it is refused. */
export function probeDriver(bench: Bench, name: ProbeName, callOf: (target: FlashTarget) => FlashCall): Driver {
  return flashes(async (image, signal) => {
    const serial = 'port' in name ? null : (name.serial ?? bench.board.serial);
    if (serial === null && !('port' in name)) return noSerial(bench);
    return await flashed(bench, callOf({ serial, image }), { image, serial, signal });
  });
}

/** Any other tool of the house: what it exits with decides. */
export function flashByCommandDriver({ command }: ConnectionOf<'flash-command'>, bench: Bench): Driver {
  return flashes(async (image, signal) => {
    const { name, serial } = bench.board;
    const argv = filledIn(command, { name, serial, image: image.path });
    if ('lacks' in argv) return { ok: false, reason: `the board has no ${argv.lacks}` };
    return await flashed(bench, { argv, proof: /^/ }, { image, serial, signal });
  });
}

function flashes(write: Flash['write']): Driver {
  return { flash: { write }, close: async () => undefined };
}

interface Attempt {
  readonly image: ImageFile;
  readonly serial: string | null;
  readonly signal: AbortSignal;
}

async function flashed(bench: Bench, { argv, stdin, proof }: FlashCall, attempt: Attempt): Promise<Answer> {
  const { image, serial, signal } = attempt;
  const answer = await runTool(bench, { argv, stdin, withinMs: driverTunables.flashMs, signal });
  if (!answer.ok) return { ok: false, reason: answer.reason };
  if (!proof.test(`${answer.stdout}\n${answer.stderr}`)) {
    return {
      ok: false,
      reason: `${argv[0]} exited with status 0, but nothing that it printed shows that ${image.name} was written`,
    };
  }
  return { ok: true, reason: `${argv[0]} wrote ${image.name}${serial === null ? '' : ` to ${serial}`}` };
}

function noSerial({ board }: Bench): Answer {
  return {
    ok: false,
    reason: `board ${board.name} has no serial number, so its probe cannot be told from another one`,
  };
}
