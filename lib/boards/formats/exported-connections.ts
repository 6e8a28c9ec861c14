import { fieldsOf, saidText } from './draft.ts';

interface Resource {
  readonly cls: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Resources of labgrid that we have a counterpart of; null when this one lacks what ours needs. */
const counterparts: Readonly<Record<string, (params: Resource['params']) => object | null>> = {
  RawSerialPort: ({ port, speed }) => serialPort(saidText(port), speed),
  USBSerialPort: ({ match, speed }) => {
    const id = saidText(fieldsOf(match).ID_SERIAL) ?? saidText(fieldsOf(match)['@ID_SERIAL']);
    return serialPort(id && `/dev/serial/by-id/${id}`, speed);
  },
  NetworkSerialPort: ({ host, port, speed, protocol }) => {
    const address = { host: saidText(host), port: Number(saidText(port)) };
    if (address.host === null || !Number.isInteger(address.port)) return null;
    if (saidText(protocol) === 'raw') return { type: 'tcp', ...address };
    return { type: 'rfc2217', ...address, baud: speedOf(speed) };
  },
};

/** Connections for the resources of one group, in their order, and the classes that have none. */
export function exportedConnections(resources: readonly Resource[]): {
  readonly connections: readonly object[];
  readonly untaken: readonly string[];
} {
  const read = resources.map(({ cls, params }) => ({ cls, connection: counterparts[cls]?.(params) ?? null }));
  return {
    connections: read.flatMap(({ connection }) => connection ?? []),
    untaken: read.flatMap(({ cls, connection }) => (connection === null ? [cls] : [])),
  };
}

function serialPort(path: string | null, speed: unknown): object | null {
  return path === null ? null : { type: 'serial', path, baud: speedOf(speed) };
}

function speedOf(speed: unknown): number {
  const baud = Number(saidText(speed) ?? '115200');
  return Number.isInteger(baud) ? baud : 115_200;
}
