import type { DraftInventory, InventoryFormat } from './draft.ts';
import { inventoryFile } from './inventory-file.ts';
import { judgeDraft, type ReadInventory } from './judge-draft.ts';
import { labgridExporter } from './labgrid-exporter.ts';
import { labgridPlaces } from './labgrid-places.ts';
import { readSpelled } from './spelled-yaml.ts';
import { twisterMap } from './twister-map.ts';

/** Every format, each with a test of the file's shape; the first that takes it reads it. */
const formats: readonly InventoryFormat[] = [inventoryFile, twisterMap, labgridPlaces, labgridExporter];

/** The names of the formats that can be read, as a person says them. */
export const formatNames = formats.map(({ name }) => name);

/** Where boards stand whose file does not say so. */
export interface ReadOptions {
  readonly site: string;
}

/**
 * Reads a list of boards of any known format. Never throws: what is wrong comes back as problems, each naming the board or the
 * line, and a file with a problem brings nothing.
 */
export function readInventory(text: string, options: ReadOptions): ReadInventory {
  const read = readSpelled(text);
  if (!read.ok) return { ok: false, problems: [read.problem] };
  const format = formats.find(({ takes }) => takes(read.value));
  if (format === undefined)
    return { ok: false, problems: [`This is none of the formats that can be read: ${formatNames.join(', ')}.`] };
  const draft: DraftInventory = format.read(read.value, options);
  return judgeDraft(format.name, draft);
}
