import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Question } from './ask.ts';
import type { BoardCapabilities, Console, Files, Flash, Power, Sensors } from './capabilities.ts';
import type { Driver } from './driver.ts';
import { driverTunables } from './tunables.ts';

type Limits = Readonly<
  Record<'readMs' | 'switchMs' | 'openMs' | 'flashMs' | 'fileMs' | 'bundleMs' | 'closeMs', number>
>;

/**
 * A driver that cannot hold anybody up: each call answers within its limit, what it throws is an answer, its console
 * never brings the process down, and closing it succeeds although it fails.
 */
export function guarded(driver: Driver, limits: Limits = driverTunables): Driver {
  const lines = new Set<Duplex>();
  const { power, console, flash, files, commands, sensors, inspect } = driver;
  const kept: Partial<BoardCapabilities> = {
    ...(power && { power: keptPower(power, limits) }),
    ...(console && { console: keptConsole(console, limits, lines) }),
    ...(flash && { flash: keptFlash(flash, limits) }),
    ...(files && { files: keptFiles(files, limits) }),
    ...(commands && { commands }),
    ...(inspect && { inspect }),
    ...(sensors && { sensors: keptSensors(sensors, limits) }),
  };
  return { ...kept, close: () => closeWithin(driver, lines, limits.closeMs) };
}

/** Of one question: its own limit and that for clearing up. */
type Limit = Exclude<keyof Limits, 'closeMs'>;

function question(to: string, limits: Limits, limit: Limit, signal: AbortSignal): Question {
  return { to, withinMs: limits[limit], leaveMs: limits.closeMs, signal };
}

function keptPower(power: Power, limits: Limits): Power {
  return {
    ...(power.ending && { ending: () => power.ending?.() ?? null }),
    read: (signal) =>
      ask(question('tell whether the board is on', limits, 'readMs', signal), (limited) => power.read(limited)),
    set: (action, signal) =>
      ask(question(`switch the board (${action})`, limits, 'switchMs', signal), (limited) =>
        power.set(action, limited),
      ),
  };
}

function keptConsole(console: Console, limits: Limits, lines: Set<Duplex>): Console {
  return {
    async open(signal) {
      const opened = await ask(
        question('open the console', limits, 'openMs', signal),
        (limited) => console.open(limited),
        (late) => void (late.ok && late.line.destroy()),
      );
      if (!opened.ok) return opened;
      const { line } = opened;
      lines.add(line);
      // Without a listener an error of a stream ends the process; its reader is told by the end of the stream.
      line.on('error', () => undefined).once('close', () => lines.delete(line));
      return opened;
    },
  };
}

function keptFlash(flash: Flash, limits: Limits): Flash {
  return {
    write: (image, signal) =>
      ask(question(`bring ${image.name} to the board`, limits, 'flashMs', signal), (limited) =>
        flash.write(image, limited),
      ),
  };
}

function keptFiles(files: Files, limits: Limits): Files {
  return {
    put: (local, remote, signal) =>
      ask(question(`put ${remote}`, limits, 'fileMs', signal), (limited) => files.put(local, remote, limited)),
    get: (remote, signal) =>
      ask(question(`get ${remote}`, limits, 'fileMs', signal), (limited) => files.get(remote, limited)),
  };
}

function keptSensors(sensors: Sensors, limits: Limits): Sensors {
  const { bundle } = sensors;
  return {
    read: (signal) => ask(question('read its sensors', limits, 'readMs', signal), (limited) => sensors.read(limited)),
    events: (signal) =>
      ask(question('read its event log', limits, 'readMs', signal), (limited) => sensors.events(limited)),
    ...(bundle && {
      bundle: (signal) =>
        ask(question('gather what belongs to the failure', limits, 'bundleMs', signal), (limited) => bundle(limited)),
    }),
  };
}

/** A driver that throws or hangs here has nothing that anybody still waits for. Lines that are open are closed with it. */
async function closeWithin(driver: Driver, lines: ReadonlySet<Duplex>, withinMs: number): Promise<void> {
  const closed = [...lines].map((line) => once(line.destroy(), 'close'));
  const closing = (async () => driver.close())();
  await Promise.race([Promise.allSettled([...closed, closing]), pause(withinMs, undefined, { ref: false })]);
}
