import type { EvidenceFile, Scene, Site } from '../environment.ts';
import { sourceLines } from '../source-lines.ts';
import type { QemuConfig } from './arguments.ts';
import { readFault } from './cortex-m-fault.ts';
import type { Monitor } from './monitor.ts';
import { dumpIn, type Registers, readRegisters } from './registers.ts';
import { symbolTools } from './symbol-tools.ts';
import { qemuTunables } from './tunables.ts';

/** Nothing is known of the target. */
export const emptyScene: Scene = { place: null, notes: [], faulted: false, files: [] };

/** Looks at a target that hangs: stops it, reads its registers, and finds the line of source where it stands. */
export async function hangingScene(config: QemuConfig, site: Site, monitor: Monitor): Promise<Scene> {
  const stopped = await monitor.execute('stop');
  const text = stopped === null ? null : await monitor.ask('info registers');
  if (text === null) return { ...emptyScene, notes: ['the emulator did not answer, so its registers are unknown'] };
  const registers = readRegisters(text);
  const fault = await readFault(monitor, registers);
  const scene = await sceneAt(config, site, registers, fault?.pc ?? registers.pc);
  if (fault === null) return scene;
  return { ...scene, faulted: true, notes: [fault.text, ...scene.notes] };
}

/** Reads the registers that an emulator prints when the firmware makes it give up; null when it has not. */
export async function dumpedScene(config: QemuConfig, site: Site, complaint: string): Promise<Scene | null> {
  const dump = dumpIn(complaint);
  if (dump === null) return null;
  const registers = readRegisters(dump);
  const scene = await sceneAt(config, site, registers, registers.pc);
  const said = /^qemu: (?:fatal|hardware error): (.*)$/m.exec(dump)?.[1] ?? 'the emulator gave up';
  return { ...scene, faulted: true, notes: [said.trim(), ...scene.notes] };
}

/** The place of a program counter with its registers as a file; names that of its link register as well. */
export async function sceneAt(config: QemuConfig, site: Site, registers: Registers, pc: number | null): Promise<Scene> {
  const { text, caller } = registers;
  const known = [pc, caller].filter((address) => address !== null);
  const { places, lack } = await sourceLines(site, {
    symbols: config.symbols ?? config.image,
    addresses: known,
    tools: symbolTools(config.program),
    deadlineMs: qemuTunables.sourceLineMs,
  });
  const legend = known.map(
    (address, at) => `${address === pc ? 'stands in' : 'its link register points to'} ${places[at]}`,
  );
  const files: EvidenceFile[] = [{ name: 'registers.txt', content: `${text}\n\n${legend.join('\n')}\n` }];
  return { place: pc === null ? null : (places[0] ?? null), notes: lack === null ? [] : [lack], faulted: false, files };
}
