import type { Scene, Site } from '../environment.ts';
import { sourceLines } from '../source-lines.ts';
import type { QemuConfig } from './arguments.ts';
import { readRegisters } from './registers.ts';
import { runImage } from './run-image.ts';
import { emptyScene } from './scene.ts';
import { symbolTools } from './symbol-tools.ts';
import { readTrace, registersAt, type TraceReading, traceArguments } from './trace.ts';
import { qemuTunables } from './tunables.ts';

/**
 * An emulator that ended by itself leaves no registers, but it does the same again: once more with every block of code
 * told, to learn where it ended or faulted, and once for the registers there.
 */
export async function retrace(config: QemuConfig, site: Site): Promise<Scene> {
  const trace = readTrace();
  const ended = await watched(config, site, traceArguments, trace.push);
  const reading = trace.end();
  const pc = reading.path.at(-1);
  if (!ended || pc === undefined)
    return { ...emptyScene, notes: ['it ended by itself, and a traced second run did not show where'] };
  const registers = await registersOf(config, site, pc);
  const { route, lack } = await routeOf(config, site, reading);
  const place = route.at(-1) ?? null;
  const before = route.at(-2);
  return {
    place,
    notes: [
      ...faultNotes(reading),
      ...(before === undefined || reading.fault.length > 0 ? [] : [`it came from ${before}`]),
      ...(lack === null ? [] : [lack]),
    ],
    faulted: reading.fault.length > 0,
    files: [
      { name: 'trace.txt', content: `${[...route, ...reading.fault].join('\n')}\n\n${reading.tail.join('\n')}\n` },
      ...(registers === null
        ? []
        : [{ name: 'registers.txt', content: `${registers}\n\nin a traced second run, at ${place}\n` }]),
    ],
  };
}

async function watched(
  config: QemuConfig,
  site: Site,
  extra: readonly string[],
  onText: (text: string) => void,
): Promise<boolean> {
  const { outcome, started } = await runImage(config, site, {
    deadlineMs: qemuTunables.traceMs,
    outputCapBytes: Number.MAX_SAFE_INTEGER,
    extra,
    onBytes: (stream, bytes) => (stream === 'emulator' ? onText(bytes.toString('latin1')) : undefined),
  });
  return started && outcome.stoppedBy === 'itself';
}

async function registersOf(config: QemuConfig, site: Site, pc: number): Promise<string | null> {
  let tail = '';
  const ended = await watched(config, site, registersAt(pc), (text) => {
    tail = (tail + text).slice(-qemuTunables.traceTailBytes);
  });
  const dumps = tail.split(/^(?=R00=|X00=|PC=| pc |[ER]AX=)/m);
  const last = dumps.findLast((dump) => readRegisters(dump).pc === pc);
  return ended && last !== undefined ? last.trim() : null;
}

/** The functions on the way, each once, the latest last. */
async function routeOf(config: QemuConfig, site: Site, { path }: TraceReading) {
  const { places, lack } = await sourceLines(site, {
    symbols: config.symbols ?? config.image,
    addresses: path,
    tools: symbolTools(config.program),
    deadlineMs: qemuTunables.sourceLineMs,
  });
  const nameOf = (place: string): string => place.replace(/ \(.*$/, '');
  return { route: places.filter((place, at) => nameOf(place) !== nameOf(places[at + 1] ?? '')), lack };
}

/** In the emulator's words, shortened: `Data Abort; Invalid write at addr 0x60000000, size 1; CFSR.PRECISERR and BFAR 0x60000000`. */
function faultNotes({ fault }: TraceReading): string[] {
  if (fault.length === 0) return [];
  const words = fault.flatMap((line) => {
    const kind = /^Taking exception \d+ \[(.*)\]/.exec(line)?.[1];
    const access = /^(Invalid (?:read|write) at addr \S+?),/.exec(line)?.[1];
    const detail = /^\.\.\.with (.*)$/.exec(line)?.[1];
    return kind ?? access ?? detail ?? [];
  });
  return [words.join(', ')];
}
