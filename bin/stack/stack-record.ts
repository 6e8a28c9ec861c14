import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { homeAt } from './home.ts';
import { isHomeTaken } from './home-lock.ts';

const stackRecord = z.object({
  pid: z.number().int(),
  databaseUrl: z.string(),
  /** Missing when the stack runs without a web server. */
  url: z.string().optional(),
});

/** What a running stack tells other programs on this machine; it holds the database's password, so the file is 0600. */
export type StackRecord = z.infer<typeof stackRecord>;

/** Writes down how to reach this stack, readable by its owner only. */
export async function writeStackRecord(folder: string, record: StackRecord): Promise<void> {
  const { stack } = homeAt(folder);
  await rm(stack, { force: true });
  await writeFile(stack, `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/** Forgets the record; harmless when there is none. */
export async function removeStackRecord(folder: string): Promise<void> {
  await rm(homeAt(folder).stack, { force: true });
}

/** The stack that runs on this home and is ready, if any; a record left by a killed one is not believed. */
export async function runningStack(folder: string): Promise<StackRecord | undefined> {
  const { stack } = homeAt(folder);
  if (!existsSync(stack) || !(await isHomeTaken(folder))) return undefined;
  const parsed = stackRecord.safeParse(await readJson(stack));
  return parsed.success ? parsed.data : undefined;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
