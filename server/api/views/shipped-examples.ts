import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The firmware that comes with the product: folders of `examples/` that have a project file. Where the product was unpacked
 * without its git history, a run starts on a snapshot of them.
 */
export async function shippedExamples(): Promise<{ name: string; folder: string; needsSnapshot: boolean }[]> {
  const needsSnapshot = !existsSync(join(process.cwd(), '.git'));
  const root = join(process.cwd(), 'examples');
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, 'firmloop.yaml')))
    .map((entry) => ({ name: entry.name, folder: join(root, entry.name), needsSnapshot }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
