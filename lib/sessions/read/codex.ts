import { z } from 'zod';
import type { SessionEvent } from '../signals.ts';
import type { ReadSession } from './read-session.ts';

const item = z.discriminatedUnion('type', [
  z.object({ type: z.literal('agent_message'), text: z.string() }),
  z.object({
    type: z.literal('command_execution'),
    id: z.string(),
    command: z.string(),
    aggregated_output: z.string().default(''),
    exit_code: z.number().int().nullish(),
  }),
  z.object({
    type: z.literal('file_change'),
    id: z.string(),
    status: z.string().default('completed'),
    changes: z.array(z.object({ path: z.string(), kind: z.string() })),
  }),
]);

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.object({ type: z.literal('item.completed'), item }),
]);

/** Codex with `exec --json`: an item is told when it is over, with its exit code. */
export const readCodexSession: ReadSession = (value) => {
  const { data } = message.safeParse(value);
  if (data === undefined) return [];
  return data.type === 'thread.started' ? [{ type: 'session', id: data.thread_id }] : eventsOf(data.item);
};

function eventsOf(one: z.output<typeof item>): SessionEvent[] {
  switch (one.type) {
    case 'agent_message':
      return [{ type: 'text', text: one.text }];
    case 'command_execution': {
      const exitCode = one.exit_code ?? null;
      return [
        { type: 'tool', id: one.id, tool: 'exec', use: 'command', target: withoutShell(one.command) },
        { type: 'result', id: one.id, ok: exitCode === 0, exitCode, output: one.aggregated_output },
      ];
    }
    case 'file_change':
      return one.changes.flatMap(({ path, kind }, at): SessionEvent[] => [
        { type: 'tool', id: `${one.id}.${at}`, tool: kind, use: 'write', target: path },
        { type: 'result', id: `${one.id}.${at}`, ok: one.status === 'completed', exitCode: null, output: '' },
      ]);
  }
}

/** `/bin/bash -lc '…'` is how it starts every command. */
function withoutShell(command: string): string {
  const [, quoted] = /^\S*\/?(?:ba|z)?sh -l?c ['"]?([\s\S]*?)['"]?$/.exec(command) ?? [];
  return quoted ?? command;
}
