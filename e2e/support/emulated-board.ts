import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { flashedFolder } from '#server/boards/drivers/testing/subjects.ts';
import { mutate, query } from './api.ts';

export interface EmulatedBoard {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Where the runner keeps what is on it; `trial.elf` there greets and echoes. */
  readonly folder: string;
}

/** A board that QEMU is, with firmware on it that greets and echoes what is typed; of a type of its own unless one is named. */
export async function emulatedBoard(
  request: APIRequestContext,
  type = `q${crypto.randomUUID().slice(0, 8)}`,
): Promise<EmulatedBoard> {
  const name = `${type}-01`;
  const text = `boards: [{name: ${name}, type: ${type}, connections: [{type: qemu, machine: mps2-an385}]}]`;
  await mutate(request, 'boards.import', { text, site: 'berlin', dryRun: false });
  const { boards } = await query<{ boards: { id: string; name: string }[] }>(request, 'boards.fleet', {});
  const id = boards.find((board) => board.name === name)?.id ?? '';
  const folder = join(process.env.FIRMLOOP_HOME ?? '', 'boards', id);
  await mkdir(folder, { recursive: true });
  await flashedFolder(folder);
  return { id, name, type, folder };
}
