import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { OpenBoard } from '#server/boards/drivers/open-board.ts';
import type { Answer, Environment, PartEnd, Scene, Site, Watch } from '../environment.ts';
import { readImageFile } from '../image-file.ts';
import { createByteTail } from '../qemu/byte-tail.ts';
import { emptyScene } from '../qemu/scene.ts';
import { qemuTunables } from '../qemu/tunables.ts';
import { type BoardAtHand, withBoard } from './board-at-hand.ts';
import { runOnBoard } from './console-run.ts';

type BoardConfig = Extract<EnvironmentConfig, { type: 'board' }>;

/** Firmware on a board of the farm: the image is flashed, the board is switched on, its console is read, it is switched off. */
export function boardEnvironment(config: BoardConfig, site: Site, board: BoardAtHand): Environment {
  const at = <Result>(work: (open: OpenBoard) => Promise<Result>) => withBoard(board, site, work);
  return {
    place: `the board ${board.name}`,
    takesBoard: true,
    parts: [
      { name: 'tests', results: null, run: (watch) => at((open) => runTests(open, { config, site, board, watch })) },
    ],
    flash: {
      image: () => readImageFile(config.image, site),
      write: () => at((open) => writeImage(open, config.image, site)),
    },
    power: { reset: () => at((open) => reset(open, site)) },
    console: { ready: () => at((open) => comeUp(open, config, site)) },
  };
}

interface Testing {
  readonly config: BoardConfig;
  readonly site: Site;
  readonly board: BoardAtHand;
  readonly watch: Watch;
}

async function runTests(open: OpenBoard, { config, site, board, watch }: Testing): Promise<PartEnd> {
  const { timeout, silence, end: until, image, symbols = image } = config;
  watch.say(`board ${board.name}: switched on with ${image}`);
  const tail = createByteTail(qemuTunables.keptConsoleBytes);
  const end = await runOnBoard<Scene>(open, {
    deadlineMs: timeout,
    silenceMs: silence,
    until,
    signal: site.signal,
    outputCapBytes: watch.outputCapBytes,
    onBytes(bytes) {
      tail.push(bytes);
      board.record?.(bytes);
      return watch.onBytes('console', bytes);
    },
    look: async () => (await open.inspect?.look(site, symbols)) ?? emptyScene,
  });
  const { outcome, printed, matched, broken, seen } = end;
  watch.say(`${outcome.reason}, after ${outcome.durationMs} ms`);
  const scene = seen ?? emptyScene;
  const files = [...scene.files, { name: 'console.raw', content: tail.bytes() }];
  return { outcome, target: { printed, broken, reachedEnd: matched, scene: { ...scene, files } } };
}

/** Brings what was built to the board. */
export async function writeImage(open: OpenBoard, image: string, site: Site): Promise<Answer> {
  const file = await readImageFile(image, site);
  if (!file.ok) return file;
  if (open.flash === undefined)
    return { ok: false, reason: 'the board has nothing to flash it with among its connections' };
  return await open.flash.write({ path: file.path, name: file.name }, site.signal);
}

export async function reset({ power }: OpenBoard, { signal }: Site): Promise<Answer> {
  return (await power?.set('cycle', signal)) ?? { ok: false, reason: 'the board has no switch among its connections' };
}

/** Firmware that does not come up is no trouble of the board: the tests will find it. A board that cannot be switched is. */
async function comeUp(open: OpenBoard, { ready, ready_timeout: readyMs }: BoardConfig, site: Site): Promise<Answer> {
  const { outcome, matched, broken, printed } = await runOnBoard(open, {
    deadlineMs: ready === undefined ? qemuTunables.momentMs : readyMs,
    silenceMs: undefined,
    until: ready,
    signal: site.signal,
    outputCapBytes: mostBytesUntilReady,
    onBytes: () => undefined,
  });
  if (broken !== null) return { ok: false, reason: broken };
  if (outcome.endedBy === 'cancelled') return { ok: false, reason: outcome.reason };
  if (ready === undefined)
    return { ok: true, reason: `the board can be switched on, and printed ${printed} bytes at once` };
  if (matched) return { ok: true, reason: `the console showed \`${ready}\` after ${outcome.durationMs} ms` };
  return { ok: true, reason: `the board works, but the console did not show \`${ready}\`: ${outcome.reason}` };
}

const mostBytesUntilReady = 16 * 1024 * 1024;
