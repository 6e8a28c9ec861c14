import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '#server/environments/environment.ts';
import type { PowerAction, PowerReading } from '../capabilities.ts';
import { driverTunables } from '../tunables.ts';

/** A switch with two positions. */
export interface Switch {
  turn(on: boolean): Promise<Answer>;
  /** Absent where nobody can tell: then the switch is believed. */
  read?: (() => Promise<PowerReading>) | undefined;
  /** How long nothing may be asked of it after it went off. */
  readonly settleMs: number;
}

const steps = { on: [true], off: [false], cycle: [false, true] } as const satisfies Record<
  PowerAction,
  readonly boolean[]
>;

const words = { on: 'is on', off: 'is off', cycle: 'went off and on again' } as const satisfies Record<
  PowerAction,
  string
>;

/** Sets a switch step by step, and looks until each step can be seen: many act a second after they have answered. */
export async function switchAndSee(device: Switch, action: PowerAction, signal: AbortSignal): Promise<Answer> {
  for (const [index, on] of steps[action].entries()) {
    const turned = await device.turn(on);
    if (!turned.ok) return turned;
    const seen = await until(device, on, signal);
    if (!seen.ok) return seen;
    if (index + 1 < steps[action].length) await pause(device.settleMs, undefined, { signal });
  }
  return { ok: true, reason: `the board ${words[action]}${device.read === undefined ? ', as its switch says' : ''}` };
}

async function until({ read }: Switch, on: boolean, signal: AbortSignal): Promise<Answer> {
  if (read === undefined) return { ok: true, reason: 'believed' };
  while (!signal.aborted) {
    const reading = await read();
    if (!reading.ok) return reading;
    if (reading.on === on) return { ok: true, reason: 'seen' };
    await pause(driverTunables.lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return { ok: false, reason: `the switch answered, but the board is still ${on ? 'off' : 'on'}` };
}
