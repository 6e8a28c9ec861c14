import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineNamedIn } from '#lib/config/parse.ts';

/**
 * The firmware that comes with the product: folders of `examples/` with a project file, firmware loops first. Where the product was
 * unpacked without its git history, a run starts on a snapshot of them.
 */
export async function shippedExamples(): Promise<{ name: string; folder: string; needsSnapshot: boolean }[]> {
  const needsSnapshot = !existsSync(join(process.cwd(), '.git'));
  const root = join(process.cwd(), 'examples');
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const looked = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => ({ name, folder: join(root, name), machine: await machineIn(join(root, name)) })),
  );
  return looked
    .filter(({ machine }) => machine !== null)
    .sort((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name))
    .map(({ name, folder }) => ({ name, folder, needsSnapshot }));
}

/** What the product is mostly for comes first: it is what the form offers a newcomer. */
function rankOf({ machine }: { readonly machine: string | null }): number {
  return machine === 'firmware-loop' ? 0 : 1;
}

async function machineIn(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'firmloop.yaml'), 'utf8').catch(() => null);
  return text === null ? null : machineNamedIn(text);
}
