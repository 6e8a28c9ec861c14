import { type DraftInventory, fieldsOf, type InventoryFormat, isMap } from './draft.ts';

/**
 * Our own file: `boards` as a list, and beside it `sites` and `types` for what is to be known of those. A board that names no
 * site stands where the importer says.
 */
export const inventoryFile: InventoryFormat = {
  name: 'Firmloop inventory',
  takes: (value) => isMap(value) && Array.isArray(value.boards),
  read: (value, { site }): DraftInventory => {
    const { boards, sites, types } = fieldsOf(value);
    const entries: readonly unknown[] = Array.isArray(boards) ? boards : [];
    return {
      sites: Object.entries(fieldsOf(sites)).map(([name, known]) => ({ name, note: fieldsOf(known).note })),
      types: Object.entries(fieldsOf(types)).map(([name, known]) => {
        const { note, max_minutes } = fieldsOf(known);
        return { name, note, max_minutes };
      }),
      boards: entries.map((entry, index) => ({ where: `board ${index + 1}`, fields: { site, ...fieldsOf(entry) } })),
      remarks: [],
    };
  },
};
