import type { Answer } from '#server/environments/environment.ts';
import type { PowerAction, PowerReading } from '../capabilities.ts';
import { switchAndSee } from '../power/switch-and-see.ts';
import type { Redfish } from './client.ts';
import { findSystem } from './find.ts';
import type { RedfishService } from './service.ts';

export async function readPower(
  service: RedfishService,
  connection: Redfish,
  signal: AbortSignal,
): Promise<PowerReading> {
  const system = await findSystem(service, connection, signal);
  if (!system.ok) return system;
  const { PowerState } = system.value;
  if (!PowerState) return { ok: false, reason: 'the controller does not tell whether its system is on' };
  // On the way between the two (PoweringOn, PoweringOff) it is still what it was.
  return { ok: true, on: PowerState === 'On' || PowerState === 'PoweringOff' };
}

/** Reset types in the order in which they are preferred; a controller lists those that it takes. */
const resetTypes = { on: ['On', 'ForceOn'], off: ['ForceOff', 'GracefulShutdown'] } as const;

/** Switches the system, and looks until the controller shows it. It is not in the way when it is there already. */
export async function setPower(
  service: RedfishService,
  connection: Redfish,
  { action, signal }: { action: PowerAction; signal: AbortSignal },
): Promise<Answer> {
  const turn = async (on: boolean): Promise<Answer> => {
    const system = await findSystem(service, connection, signal);
    if (!system.ok) return system;
    if ((system.value.PowerState === 'On') === on) return { ok: true, reason: 'as wanted already' };
    const reset = system.value.Actions?.['#ComputerSystem.Reset'];
    if (reset === undefined) return { ok: false, reason: 'the controller cannot switch its system' };
    const allowed = reset['ResetType@Redfish.AllowableValues'];
    const wanted = resetTypes[on ? 'on' : 'off'];
    const type = allowed === undefined ? wanted[0] : wanted.find((one) => allowed.includes(one));
    if (type === undefined) return { ok: false, reason: `the controller takes only ${allowed?.join(', ')}` };
    const sent = await service.order({ method: 'POST', path: reset.target, json: { ResetType: type }, signal });
    return sent.ok ? { ok: true, reason: type } : sent;
  };
  return await switchAndSee({ turn, read: () => readPower(service, connection, signal), settleMs: 0 }, action, signal);
}
