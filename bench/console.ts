import { join } from 'node:path';
import { atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { type EmulatedFirmware, makeEmulatedFirmware, scriptCommands } from './emulated-firmware.ts';
import { loopedMs, scriptedMs } from './one-run.ts';
import { peakGrowth } from './peak-memory.ts';
import { type Stack, withStack } from './stack.ts';

/** A line of the console and the largest piece of it that the loop holds are 64 kB; this leaves room for their copies. */
const flatMegabytes = 40;

const consoles = {
  'a console of 50 MB': { lines: 500_000, lineBytes: 100 },
  'a line of 5 MB': { lines: 1, lineBytes: 5_000_000 },
} as const satisfies Record<string, EmulatedFirmware['chatter']>;

export const console: Bench = {
  does: 'an emulated board that prints much, against a shell script that writes its console to a file',
  run: (say) =>
    withStack(async (stack) => {
      await measure(stack, 'warm', { lines: 100, lineBytes: 100 });
      const taken: Figure[] = [];
      for (const [what, chatter] of Object.entries(consoles)) {
        const { looped, scripted, grown } = await measure(stack, what.replaceAll(' ', '-'), chatter);
        say(`${what}: ${seconds(looped)}, the script ${seconds(scripted)}, the runner ${grown.toFixed(0)} MB more`);
        taken.push(
          plainFigure(`an iteration with ${what}`, seconds(looped)),
          plainFigure('the same in a shell script', seconds(scripted)),
          atMost(`loop against script, ${what}`, looped / scripted, 1.1, '×', 3),
          atMost('memory of the runner meanwhile, beyond a quiet run', grown, flatMegabytes, 'MB', 0),
        );
      }
      return taken;
    }),
};

/** One iteration in either way, in milliseconds, and what the runner's memory grew by, in megabytes. */
async function measure({ pool, runner, folder }: Stack, name: string, chatter: EmulatedFirmware['chatter']) {
  const firmware: EmulatedFirmware = { patches: 1, buildSeconds: 0.9, chatter };
  const repository = join(folder, name);
  await makeEmulatedFirmware(repository, firmware);
  const iterations = { count: 1, commands: scriptCommands(firmware) };
  let looped = 0;
  const grown = await peakGrowth(runner.pid, async () => {
    looped = await loopedMs(pool, repository, iterations);
  });
  return { looped, scripted: await scriptedMs(repository, iterations), grown };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
