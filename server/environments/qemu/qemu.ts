import { basename } from 'node:path';
import type { Answer, Environment, PartEnd, Scene, Site, TargetEnd, Watch } from '../environment.ts';
import { readImageFile } from '../image-file.ts';
import type { QemuConfig } from './arguments.ts';
import { createByteTail } from './byte-tail.ts';
import { lastWords } from './complaint.ts';
import { retrace } from './retrace.ts';
import { type ImageEnd, runImage } from './run-image.ts';
import { dumpedScene, emptyScene, hangingScene } from './scene.ts';
import { qemuTunables } from './tunables.ts';

/** Firmware in a QEMU system emulator: the image that the build leaves is started, its console read, and it is switched off. */
export function qemuEnvironment(config: QemuConfig, site: Site): Environment {
  return {
    place: `the emulated ${config.machine} of ${basename(config.program)}`,
    parts: [
      {
        name: 'tests',
        results: null,
        run: (watch) => runTests(config, site, watch),
        retrace: () => retrace(config, site),
      },
    ],
    flash: { image: () => readImageFile(config.image, site) },
    power: { reset: () => switchOn(config, site, undefined) },
    ...(config.ready !== undefined && { console: { ready: () => switchOn(config, site, config.ready) } }),
  };
}

async function runTests(config: QemuConfig, site: Site, watch: Watch): Promise<PartEnd> {
  const { machine, image, program, timeout, silence, end: until } = config;
  watch.say(`$ ${program} -machine ${machine} … ${image}`);
  const tail = createByteTail(qemuTunables.keptConsoleBytes);
  const end = await runImage(config, site, {
    deadlineMs: timeout,
    silenceMs: silence,
    until,
    outputCapBytes: watch.outputCapBytes,
    onBytes: (stream, bytes) => {
      if (stream === 'console') tail.push(bytes);
      return watch.onBytes(stream, bytes);
    },
    look: (monitor) => hangingScene(config, site, monitor),
  });
  watch.say(`${end.outcome.reason}, after ${end.outcome.durationMs} ms`);
  const scene = end.seen ?? (await dumpedScene(config, site, end.complaint)) ?? emptyScene;
  return { outcome: end.outcome, target: targetEnd(config, end, scene, tail.bytes()) };
}

function targetEnd(config: QemuConfig, end: ImageEnd<Scene>, scene: Scene, console: Buffer): TargetEnd {
  const said = end.complaint.trim();
  return {
    printed: end.printed,
    broken: brokenBecause(end),
    reachedEnd: end.matched,
    scene: {
      ...scene,
      notes: [...scene.notes, ...(isElsewhere(config, end) ? [elsewhere] : [])],
      files: [
        ...scene.files,
        { name: 'console.raw', content: console },
        ...(said === '' ? [] : [{ name: 'emulator.txt', content: `${said}\n` }]),
      ],
    },
  };
}

/** Firmware that prints through semihosting is heard on the emulator's own output. */
function isElsewhere({ console }: QemuConfig, { started, printed, complaint }: ImageEnd<Scene>): boolean {
  return (
    console === 'serial' && started && printed === 0 && /^(?!qemu)/m.test(complaint.trim()) && complaint.trim() !== ''
  );
}

const elsewhere = 'something was printed beside the serial console: `console: semihosting` reads it';

/** What the firmware can make an emulator die of; anything else is trouble of the emulator itself. */
const guestTrouble = /^qemu: (?:fatal|hardware error):|Trying to execute code outside RAM or ROM/m;

function brokenBecause({ outcome, complaint }: Pick<ImageEnd<Scene>, 'outcome' | 'complaint'>): string | null {
  const { endedBy, reason } = outcome;
  if (endedBy === 'not-started') return reason;
  if (endedBy !== 'signal' || guestTrouble.test(complaint)) return null;
  const words = lastWords(complaint);
  return `it crashed: ${reason}${words === '' ? '' : `: ${words}`}`;
}

/**
 * Starts the target for a moment: until a line shows that it is up, or only until its processor may run. Firmware that
 * does not come up is no trouble of the environment: the tests will find it.
 */
async function switchOn(config: QemuConfig, site: Site, ready: string | undefined): Promise<Answer> {
  const { outcome, matched, complaint, printed } = await runImage(config, site, {
    deadlineMs: ready === undefined ? qemuTunables.momentMs : config.ready_timeout,
    until: ready,
    outputCapBytes: mostBytesUntilReady,
    onBytes: () => undefined,
  });
  const trouble = brokenBecause({ outcome, complaint });
  if (trouble !== null) return { ok: false, reason: `the emulator broke down: ${trouble}` };
  if (ready === undefined) return { ok: true, reason: 'the emulator starts the image' };
  if (matched) return { ok: true, reason: `the console showed \`${ready}\` after ${outcome.durationMs} ms` };
  return {
    ok: true,
    reason: `the emulator works, but the console did not show \`${ready}\`: ${outcome.reason}, and ${printed} bytes were printed`,
  };
}

const mostBytesUntilReady = 16 * 1024 * 1024;
