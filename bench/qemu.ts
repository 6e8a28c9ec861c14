import { join } from 'node:path';
import { atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { type EmulatedFirmware, makeEmulatedFirmware, scriptCommands } from './emulated-firmware.ts';
import { loopedMs, scriptedMs } from './one-run.ts';
import { type Stack, withStack } from './stack.ts';

const patches = 10;
const quiet = { lines: 0, lineBytes: 0 };

export const qemu: Bench = {
  does: `${patches} iterations on an emulated board, against a shell script that applies, makes and starts the emulator`,
  run: (say) =>
    withStack(async (stack) => {
      const slow = await both(stack, 'slow', { patches, buildSeconds: 0.9, chatter: quiet }, 4);
      const bare = await both(stack, 'bare', { patches, buildSeconds: 0, chatter: quiet }, 4);
      say(`builds of a second: ${inWords(slow)}`);
      say(`builds of one file: ${inWords(bare)}`);
      return [
        ...figures('builds of a second', slow),
        atMost('a QEMU iteration against the script', slow.looped / slow.scripted, 1.15, '×', 3),
        ...figures('builds of one file', bare),
        plainFigure('the same ratio with builds of one file', `${(bare.looped / bare.scripted).toFixed(3)} ×`),
      ];
    }),
};

interface Both {
  readonly looped: number;
  readonly scripted: number;
}

/** Milliseconds an iteration in either way: the best of some rounds, taken by turns. */
async function both({ pool, folder }: Stack, name: string, firmware: EmulatedFirmware, rounds: number): Promise<Both> {
  const repository = join(folder, name);
  await makeEmulatedFirmware(repository, firmware);
  const iterations = { count: firmware.patches, commands: scriptCommands(firmware) };
  const looped: number[] = [];
  const scripted: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    looped.push(await loopedMs(pool, repository, iterations));
    scripted.push(await scriptedMs(repository, iterations));
  }
  return { looped: Math.min(...looped), scripted: Math.min(...scripted) };
}

function figures(what: string, { looped, scripted }: Both): Figure[] {
  return [
    plainFigure(`a QEMU iteration, ${what}`, `${looped.toFixed(0)} ms`),
    plainFigure(`the same in a shell script`, `${scripted.toFixed(0)} ms`),
  ];
}

function inWords({ looped, scripted }: Both): string {
  return `${looped.toFixed(0)} ms an iteration, the script ${scripted.toFixed(0)} ms`;
}
