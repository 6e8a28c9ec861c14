import {
  asWord,
  type DraftBoard,
  type DraftInventory,
  fieldsOf,
  type InventoryFormat,
  isMap,
  saidText,
  saidWords,
} from './draft.ts';

/** Runners that Zephyr's `west flash` knows and we start it with. */
const westRunners: ReadonlySet<string> = new Set([
  'openocd',
  'pyocd',
  'jlink',
  'nrfjprog',
  'nrfutil',
  'stm32cubeprogrammer',
]);

/** Keys of an entry, any of which tells a hardware map from another list. */
const tellTales = ['platform', 'serial', 'serial_pty', 'connected', 'runner', 'product'];

/** Twister's hardware map: a list with `id`, `platform`, `serial`, `runner`, `fixtures`, … of each board. */
export const twisterMap: InventoryFormat = {
  name: 'Twister hardware map',
  takes: (value) =>
    Array.isArray(value) && value.some((entry) => isMap(entry) && tellTales.some((key) => key in entry)),
  read: (value, { site }): DraftInventory => {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [];
    const read = entries.map((entry, index) => boardOf(fieldsOf(entry), index + 1, site));
    return {
      sites: [],
      types: [],
      boards: read.map(({ board }) => board),
      remarks: read.flatMap(({ remarks }) => remarks),
    };
  },
};

function boardOf(
  entry: Readonly<Record<string, unknown>>,
  n: number,
  site: string,
): { board: DraftBoard; remarks: string[] } {
  const id = saidText(entry.id) ?? saidText(entry.probe_id);
  const [platform = 'unknown-platform', ...others] = saidWords(entry.platform);
  const name = asWord(id === null ? `${platform}-${n}` : `${platform}-${id}`);
  const fixtures = [...saidWords(entry.fixtures), ...saidWords(entry.fixture)].map(asWord);
  const remarks: string[] = [];
  const console = consoleOf(entry);
  if (console === null)
    remarks.push(`${name} has no serial port that can be taken over: add a console to its connections.`);
  const flash = flashOf(entry);
  if (flash === null && saidText(entry.runner) !== null)
    remarks.push(
      `${name} is flashed by ${saidText(entry.runner)}, which is not known here: add a flash-command to its connections.`,
    );
  if (/^(?:no|false|off)$/i.test(saidText(entry.connected) ?? ''))
    remarks.push(`${name} was not connected when the map was written.`);
  const product = saidText(entry.product);
  return {
    board: {
      where: `entry ${n}${id === null ? '' : ` (id ${id})`}`,
      fields: {
        name,
        site,
        type: platform,
        serial: id,
        tags: [...fixtures, ...others.map((other) => `platform=${other}`)],
        notes: [product && `product: ${product}`, saidText(entry.notes)].filter(Boolean).join('\n'),
        connections: [console, flash].filter((one) => one !== null),
      },
    },
    remarks,
  };
}

function consoleOf({ serial, baud }: Readonly<Record<string, unknown>>): object | null {
  const path = saidText(serial);
  if (path === null || !/^(?:\/dev\/|COM\d+$)/.test(path)) return null;
  const speed = Number(saidText(baud) ?? '115200');
  return { type: 'serial', path, baud: Number.isInteger(speed) ? speed : 115_200 };
}

function flashOf({ runner }: Readonly<Record<string, unknown>>): object | null {
  const name = saidText(runner);
  return name !== null && westRunners.has(name) ? { type: 'west', runner: name } : null;
}
