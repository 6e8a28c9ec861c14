import type { FailureBundle } from '../capabilities.ts';
import type { Redfish } from './client.ts';
import { logServicesOf } from './events.ts';
import { followTask } from './follow-task.ts';
import { logEntrySchema } from './resources.ts';
import type { RedfishService } from './service.ts';

/** Has the controller gather everything of a first failure (its dump), and fetches the file. */
export async function collectBundle(
  service: RedfishService,
  connection: Redfish,
  signal: AbortSignal,
): Promise<FailureBundle> {
  const logs = await logServicesOf(service, connection, signal);
  if (!logs.ok) return logs;
  const collect = logs.value.flatMap(({ Actions }) => Actions?.['#LogService.CollectDiagnosticData'] ?? []).at(0);
  if (collect === undefined) return { ok: false, reason: 'the controller gathers no diagnostic data' };
  const [oem] = collect['OEMDiagnosticDataType@Redfish.AllowableValues'] ?? [];
  const json =
    oem === undefined ? { DiagnosticDataType: 'Manager' } : { DiagnosticDataType: 'OEM', OEMDiagnosticDataType: oem };
  const sent = await service.order({ method: 'POST', path: collect.target, json, signal });
  if (!sent.ok) return sent;
  const task = await followTask(service, sent, signal);
  if (!task.ok) return task;
  if (task.location === null)
    return { ok: false, reason: 'the controller gathered something and does not tell where it is' };
  const entry = await service.get(task.location, logEntrySchema, signal);
  if (!entry.ok) return entry;
  const { AdditionalDataURI: path, Id } = entry.value;
  if (!path) return { ok: false, reason: `entry ${Id} of the log has no file` };
  const file = await service.order({ method: 'GET', path, signal });
  return file.ok ? { ok: true, name: `first-failure-${Id.replace(/[^\w.-]/g, '_')}`, bytes: file.body } : file;
}
