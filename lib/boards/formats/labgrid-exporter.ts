import { asWord, type DraftInventory, fieldsOf, type InventoryFormat, isMap, saidText } from './draft.ts';
import { exportedConnections } from './exported-connections.ts';

/** A resource class of labgrid: NetworkSerialPort, USBDebugger, … */
const resourceClass = /^[A-Z][A-Za-z0-9]+$/;

/** A labgrid exporter's configuration: groups, each with `location` and its resources by class or with `cls`. */
export const labgridExporter: InventoryFormat = {
  name: 'labgrid exporter',
  takes: (value) => isMap(value) && Object.values(value).some(isGroup),
  read: (value, { site }): DraftInventory => {
    const groups = Object.entries(fieldsOf(value)).filter(([, group]) => isGroup(group));
    const read = groups.map(([name, group]) => ({ name, ...boardOf(name, fieldsOf(group), site) }));
    return {
      sites: [],
      types: [],
      boards: read.map(({ name, fields }) => ({ where: `group ${name}`, fields })),
      remarks: read.flatMap(({ remarks }) => remarks),
    };
  },
};

function isGroup(group: unknown): boolean {
  return isMap(group) && Object.entries(group).some(([key, resource]) => isResource(key, resource));
}

function isResource(key: string, resource: unknown): boolean {
  return isMap(resource) && (resourceClass.test(key) || 'cls' in resource);
}

function boardOf(name: string, group: Readonly<Record<string, unknown>>, site: string) {
  const resources = Object.entries(group)
    .filter(([key, resource]) => isResource(key, resource))
    .map(([key, resource]) => ({ cls: saidText(fieldsOf(resource).cls) ?? key, params: fieldsOf(resource) }));
  const { connections, untaken } = exportedConnections(resources);
  const word = asWord(name);
  return {
    fields: {
      name: word,
      site,
      type: 'labgrid-group',
      notes: [
        saidText(group.location) && `location: ${saidText(group.location)}`,
        ...untaken.map((cls) => `resource ${cls}`),
      ]
        .filter(Boolean)
        .join('\n'),
      connections,
    },
    remarks: untaken.map((cls) => `${word} has a resource ${cls} that has no counterpart here; it is kept as a note.`),
  };
}
