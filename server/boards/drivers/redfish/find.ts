import type { z } from 'zod';
import type { Redfish } from './client.ts';
import { managerSchema, rootSchema, systemSchema } from './resources.ts';
import type { Read, RedfishService } from './service.ts';

export const rootPath = '/redfish/v1/';

/** The system that the connection means: the named one, or the only one. */
export function findSystem(service: RedfishService, { system }: Redfish, signal: AbortSignal) {
  return findOne(service, { kind: 'Systems', id: system, schema: systemSchema }, signal);
}

/** The manager that the connection means. */
export function findManager(service: RedfishService, { manager }: Redfish, signal: AbortSignal) {
  return findOne(service, { kind: 'Managers', id: manager, schema: managerSchema }, signal);
}

interface Wanted<Schema> {
  readonly kind: 'Systems' | 'Managers';
  readonly id: string | undefined;
  readonly schema: Schema;
}

async function findOne<Schema extends z.ZodType<{ '@odata.id': string }>>(
  service: RedfishService,
  { kind, id, schema }: Wanted<Schema>,
  signal: AbortSignal,
): Promise<Read<z.output<Schema>>> {
  const root = await service.get(rootPath, rootSchema, signal);
  if (!root.ok) return root;
  const collection = root.value[kind];
  if (collection === undefined) return { ok: false, reason: `the controller has no ${kind}` };
  const all = await service.members(collection['@odata.id'], schema, signal);
  if (!all.ok) return all;
  const [only, another] = all.value;
  const named = all.value.find((one) => one['@odata.id'].split('/').at(-1) === id);
  const chosen = id === undefined && another === undefined ? only : named;
  if (chosen !== undefined) return { ok: true, value: chosen, etag: undefined };
  const ids = all.value.map((one) => one['@odata.id'].split('/').at(-1)).join(', ');
  return { ok: false, reason: `the controller has ${ids || 'none'} in ${kind}: the connection must name one of them` };
}
