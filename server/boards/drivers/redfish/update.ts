import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '#server/environments/environment.ts';
import type { ImageFile } from '../capabilities.ts';
import { driverTunables } from '../tunables.ts';
import type { Redfish } from './client.ts';
import { findManager, rootPath } from './find.ts';
import { followTask } from './follow-task.ts';
import { rootSchema, updateServiceSchema } from './resources.ts';
import type { RedfishService } from './service.ts';

/** Pushes an image, follows the task, and waits until the manager is back after the restart that the update brings. */
export async function update(
  service: RedfishService,
  connection: Redfish,
  { image, signal }: { image: ImageFile; signal: AbortSignal },
): Promise<Answer> {
  const root = await service.get(rootPath, rootSchema, signal);
  if (!root.ok) return root;
  const path = root.value.UpdateService?.['@odata.id'];
  if (path === undefined) return { ok: false, reason: 'the controller takes no updates' };
  const target = await service.get(path, updateServiceSchema, signal);
  if (!target.ok) return target;
  const { HttpPushUri, HttpPushUriOptions } = target.value;
  if (HttpPushUri === undefined) return { ok: false, reason: 'the controller takes no image by push' };
  if (HttpPushUriOptions !== undefined) {
    const set = await applyAtOnce(service, path, signal);
    if (!set.ok) return set;
  }
  const bytes = await readFile(image.path);
  const sent = await service.order({ method: 'POST', path: HttpPushUri, bytes, signal });
  if (!sent.ok) return sent;
  const task = await followTask(service, sent, signal);
  if (!task.ok) return task;
  const back = await waitForManager(service, connection, signal);
  return back.ok ? { ok: true, reason: `the controller took ${image.name}; ${back.reason}` } : back;
}

/** Somebody else may have changed the page since it was read (412): then it is read again, once. */
async function applyAtOnce(service: RedfishService, path: string, signal: AbortSignal): Promise<Answer> {
  for (const isLast of [false, true]) {
    const { etag } = { etag: undefined, ...(await service.get(path, updateServiceSchema, signal)) };
    const json = { HttpPushUriOptions: { HttpPushUriApplyTime: { ApplyTime: 'Immediate' } } };
    const sent = await service.order({ method: 'PATCH', path, json, ifMatch: etag, signal });
    if (sent.ok) return { ok: true, reason: 'set' };
    if (isLast || !/ 412\b/.test(sent.reason)) return sent;
  }
  return { ok: false, reason: 'the update service changes faster than it can be set' };
}

/**
 * After an update or a reset the manager refuses connections or says 503 for minutes. It is back when it has said
 * `Enabled` twice in a row: it may still answer once before it goes down.
 */
export async function waitForManager(
  service: RedfishService,
  connection: Redfish,
  signal: AbortSignal,
): Promise<Answer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(connection.back_within ?? driverTunables.backWithinMs)]);
  const begin = performance.now();
  let last = 'it was not asked';
  let good = 0;
  while (!limit.aborted) {
    const manager = await findManager(service, connection, limit);
    const state = manager.ok ? (manager.value.Status?.State ?? 'Enabled') : null;
    good = state === 'Enabled' ? good + 1 : 0;
    if (good === 2) {
      const seconds = Math.round((performance.now() - begin) / 1000);
      const version = manager.ok ? manager.value.FirmwareVersion : null;
      return { ok: true, reason: `its manager is back after ${seconds} s${version ? ` with version ${version}` : ''}` };
    }
    last = manager.ok ? `it says ${state}` : manager.reason;
    await pause(driverTunables.askAgainMs, undefined, { signal: limit }).catch(() => undefined);
  }
  return { ok: false, reason: `its manager did not come back: ${last}` };
}
