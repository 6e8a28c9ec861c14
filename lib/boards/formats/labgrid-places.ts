import { asWord, type DraftInventory, fieldsOf, type InventoryFormat, isMap, saidText, saidWords } from './draft.ts';

/** Keys of a place, any of which tells it from an exporter's group. */
const tellTales = ['comment', 'tags', 'aliases', 'matches', 'created', 'changed', 'acquired'];

/**
 * labgrid's `places.yaml`: a map from the place's name to comment, tags, aliases and matches. The resources that a place matches
 * are in the exporter's file; here they are kept as notes.
 */
export const labgridPlaces: InventoryFormat = {
  name: 'labgrid places',
  takes: (value) =>
    isMap(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every((place) => isMap(place) && tellTales.some((key) => key in place)),
  read: (value, { site }): DraftInventory => {
    const places = Object.entries(fieldsOf(value));
    return {
      sites: [],
      types: [],
      boards: places.map(([name, place]) => ({ where: `place ${name}`, fields: boardOf(name, fieldsOf(place), site) })),
      remarks: places.map(
        ([name]) =>
          `${asWord(name)} came without the resources that it matches: add its connections, or import the exporter's file.`,
      ),
    };
  },
};

function boardOf(
  name: string,
  place: Readonly<Record<string, unknown>>,
  site: string,
): Readonly<Record<string, unknown>> {
  const tags = Object.entries(fieldsOf(place.tags));
  const type = saidText(fieldsOf(place.tags).board) ?? saidText(fieldsOf(place.tags).type) ?? 'labgrid-place';
  const matches: readonly unknown[] = Array.isArray(place.matches) ? place.matches : [];
  return {
    name: asWord(name),
    site,
    type,
    tags: [
      ...tags.map(([key, value]) => `${asWord(key)}=${asWord(saidText(value) ?? '')}`),
      ...saidWords(place.aliases).map((alias) => `alias=${asWord(alias)}`),
    ],
    notes: [saidText(place.comment), ...matches.map((match) => `matches ${matchText(match)}`)]
      .filter(Boolean)
      .join('\n'),
  };
}

/** A match as labgrid prints it: `exporter/group/class/name`; its file has it as a text or as a map. */
function matchText(match: unknown): string {
  if (!isMap(match)) return String(match);
  return ['exporter', 'group', 'cls', 'name'].flatMap((key) => saidText(match[key]) ?? []).join('/');
}
