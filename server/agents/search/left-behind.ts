import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Tried } from '#lib/repair/choose/outcome.ts';

/** Who works in a folder of a search, and on what. */
const ownerSchema = z.object({
  pid: z.int(),
  /** When the process was started, as its kernel counts it: a number of a process is used again. */
  bornAt: z.string(),
  /** The run with the tree that is searched. */
  work: z.string(),
});

const ownerFile = 'owner.json';
const triedFile = 'tried';

/** Takes a folder for a search; what is told of it later is written down as it comes. */
export async function claim(folder: string, work: string): Promise<(one: Tried) => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const owner = { pid: process.pid, bornAt: await birthOf(process.pid), work };
  await writeFile(join(folder, ownerFile), JSON.stringify(owner));
  return async ({ candidate, fate }) => {
    // What helped is tried again: the answer needs all that is known of it.
    if (fate !== 'improves') await appendFile(join(folder, triedFile), `${candidate.id}\n`);
  };
}

/**
 * Takes away what searches left whose process is gone, killed or dead with its host. The ids of candidates that were tried
 * in vain on the same work come back, so that it goes on where it was.
 */
export async function sweepLeftBehind(searches: string, work: string): Promise<string[]> {
  const names = await readdir(searches).catch(() => []);
  const tried: string[] = [];
  for (const name of names) {
    const folder = join(searches, name);
    const owner = await ownerOf(folder);
    if (owner === null || (await birthOf(owner.pid)) === owner.bornAt) continue;
    if (owner.work === work)
      tried.push(...(await readFile(join(folder, triedFile), 'utf8').catch(() => '')).split('\n'));
    await rm(folder, { recursive: true, force: true });
  }
  return tried.filter(Boolean);
}

/** Null for a folder that nobody has signed: it is being made. */
async function ownerOf(folder: string): Promise<z.output<typeof ownerSchema> | null> {
  const written = await readFile(join(folder, ownerFile), 'utf8').catch(() => null);
  return written === null ? null : (ownerSchema.safeParse(JSON.parse(written)).data ?? null);
}

/** The 22nd field of the process's state; empty where there is no such process. */
async function birthOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
