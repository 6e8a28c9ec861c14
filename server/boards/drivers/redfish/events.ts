import type { z } from 'zod';
import type { ControllerEvents } from '../capabilities.ts';
import type { Redfish } from './client.ts';
import { findSystem } from './find.ts';
import { logEntrySchema, logServiceSchema } from './resources.ts';
import type { Read, RedfishService } from './service.ts';

type LogService = z.output<typeof logServiceSchema>;

/** The entries of all log services of the system, oldest first as each of them lists them. */
export async function readEvents(
  service: RedfishService,
  connection: Redfish,
  signal: AbortSignal,
): Promise<ControllerEvents> {
  const logs = await logServicesOf(service, connection, signal);
  if (!logs.ok) return logs;
  const events = [];
  for (const { Entries } of logs.value) {
    if (Entries === undefined) continue;
    const entries = await service.members(Entries['@odata.id'], logEntrySchema, signal);
    if (!entries.ok) return entries;
    for (const { Id, Created, Severity, Message } of entries.value) {
      const text = [Severity, Message].filter((word) => word).join(': ');
      events.push({ id: Id, at: Created ?? null, text });
    }
  }
  return { ok: true, events };
}

export async function logServicesOf(
  service: RedfishService,
  connection: Redfish,
  signal: AbortSignal,
): Promise<Read<LogService[]>> {
  const system = await findSystem(service, connection, signal);
  if (!system.ok) return system;
  const path = system.value.LogServices?.['@odata.id'];
  if (path === undefined) return { ok: false, reason: 'the controller keeps no log' };
  return await service.members(path, logServiceSchema, signal);
}
