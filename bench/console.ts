import { join } from 'node:path';
import { atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { type EmulatedFirmware, makeEmulatedFirmware, scriptCommands } from './emulated-firmware.ts';
import { msPerIteration, scriptedMs, startRun, untilEnded, untilWarm } from './one-run.ts';
import { peakGrowth } from './peak-memory.ts';
import { type Stack, withStack } from './stack.ts';

/** What a third console of the same size may add: the first two make room for what Node frees only now and then. */
const flatMegabytes = 20;

/** The second one is measured. */
const patches = 2;

const consoles = {
  'a console of 50 MB': { lines: 500_000, lineBytes: 100 },
  'a line of 5 MB': { lines: 1, lineBytes: 5_000_000 },
} as const satisfies Record<string, EmulatedFirmware['chatter']>;

export const console: Bench = {
  does: 'an emulated board that prints much, against a shell script that writes its console to a file',
  run: (say) =>
    withStack(async (stack) => {
      const taken: Figure[] = [];
      for (const [what, chatter] of Object.entries(consoles)) {
        const { looped, scripted, grown } = await measure(stack, what.replaceAll(' ', '-'), chatter);
        say(`${what}: ${seconds(looped)}, the script ${seconds(scripted)}, the runner ${grown.toFixed(0)} MB more`);
        taken.push(
          plainFigure(`an iteration with ${what}`, seconds(looped)),
          plainFigure('the same in a shell script', seconds(scripted)),
          atMost(`loop against script, ${what}`, looped / scripted, 1.1, '×', 3),
          atMost(
            'memory that the runner takes for it, beyond what the same took before',
            grown,
            flatMegabytes,
            'MB',
            0,
          ),
        );
      }
      return taken;
    }),
};

/** An iteration in either way, in milliseconds, and what the runner's memory grew by in the last one, in megabytes. */
async function measure({ pool, runner, folder }: Stack, name: string, chatter: EmulatedFirmware['chatter']) {
  const firmware: EmulatedFirmware = { patches, buildSeconds: 0.9, chatter };
  const repository = join(folder, name);
  await makeEmulatedFirmware(repository, firmware);
  const iterations = { count: patches, commands: scriptCommands(firmware) };
  const runId = await startRun(pool, repository);
  await untilWarm(pool, runId);
  const grown = await peakGrowth(runner.pid, () => untilEnded(pool, runId));
  const looped = await msPerIteration(pool, runId, iterations);
  return { looped, scripted: await scriptedMs(repository, iterations), grown };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
