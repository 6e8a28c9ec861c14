import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineNamedIn } from '#lib/config/parse.ts';

/**
 * The firmware that comes with the product: folders of `examples/` whose project file names the firmware loop. Where the product was unpacked
 * without its git history, a run starts on a snapshot of them.
 */
export async function shippedExamples(): Promise<{ name: string; folder: string; needsSnapshot: boolean }[]> {
  const needsSnapshot = !existsSync(join(process.cwd(), '.git'));
  const root = join(process.cwd(), 'examples');
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, folder: join(root, name) }));
  const launched = await Promise.all(folders.map(({ folder }) => isFirmwareLoop(folder)));
  return folders
    .filter((_, at) => launched[at])
    .map((one) => ({ ...one, needsSnapshot }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** The form launches firmware loops; examples of other machines have commands of their own. */
async function isFirmwareLoop(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'firmloop.yaml'), 'utf8').catch(() => null);
  return text !== null && machineNamedIn(text) === 'firmware-loop';
}
