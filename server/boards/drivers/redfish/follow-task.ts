import { setTimeout as pause } from 'node:timers/promises';
import type { Refused } from '../capabilities.ts';
import { driverTunables } from '../tunables.ts';
import type { RedfishReply } from './client.ts';
import { taskSchema } from './resources.ts';
import type { RedfishService } from './service.ts';

export type TaskEnd = { readonly ok: true; readonly location: string | null } | Refused;

const over = ['Completed', 'Exception', 'Killed', 'Cancelled'];

/**
 * Waits for what an order has set going. An order without a task is done at once. The controller may restart meanwhile:
 * a question that it does not answer is put again until the signal ends, and a task that a restart has forgotten (404)
 * is over without a word.
 */
export async function followTask(service: RedfishService, reply: RedfishReply, signal: AbortSignal): Promise<TaskEnd> {
  const path = reply.headers.location;
  if (reply.status !== 202 || path === undefined) return { ok: true, location: path ?? null };
  const { pathname } = new URL(path, 'http://controller');
  let silent: string | null = null;
  while (!signal.aborted) {
    const task = await service.get(pathname, taskSchema, signal);
    if (task.ok && over.includes(task.value.TaskState)) return endOf(task.value);
    if (!task.ok && / 404\b/.test(task.reason)) return { ok: true, location: null };
    silent = task.ok ? null : task.reason;
    await pause(driverTunables.askAgainMs, undefined, { signal }).catch(() => undefined);
  }
  return { ok: false, reason: `its task did not end in time${silent === null ? '' : `: ${silent}`}` };
}

function endOf({ TaskState, TaskStatus, Messages, Payload }: ReturnType<typeof taskSchema.parse>): TaskEnd {
  const said = Messages?.flatMap(({ Message }) => (Message ? [Message] : [])).at(-1);
  if (TaskState !== 'Completed' || (TaskStatus ?? 'OK') === 'Critical') {
    return { ok: false, reason: `its task ended as ${TaskState}${said === undefined ? '' : `: ${said}`}` };
  }
  const header = Payload?.HttpHeaders?.find((line) => /^location:/i.test(line));
  return { ok: true, location: header?.replace(/^location:\s*/i, '').trim() ?? null };
}
