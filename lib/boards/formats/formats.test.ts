import { expect, test } from 'vitest';
import { boardEntry } from '../board.ts';
import { difference } from '../difference.ts';
import { readInventory } from './read-inventory.ts';
import { writeInventory } from './write-inventory.ts';

const read = (text: string) => readInventory(text, { site: 'lab' });

function boardsOf(text: string) {
  const answer = read(text);
  if (!answer.ok) throw new Error(answer.problems.join('\n'));
  return answer.inventory.boards;
}

const hardwareMap = `
- connected: yes
  id: 000683759358
  platform: nrf52840dk/nrf52840
  product: J-Link
  runner: nrfjprog
  serial: /dev/ttyACM0
  fixtures: [gpio_loopback, i2c]
- connected: true
  id: 0006
  platform: frdm_k64f frdm_k64f/mk64f12
  product: unknown
  runner: pyocd
  serial: COM7
  baud: 9600
- connected: false
  id: 1e3
  platform: [native_sim, native_sim/64]
  serial: null
  serial_pty: script.py
- id: None
  platform: disco
  serial: ""
  runner: dediprog
`;

test('ids of a hardware map stay the text that they are', () => {
  expect(boardsOf(hardwareMap).map(({ name, serial }) => [name, serial])).toEqual([
    ['nrf52840dk-nrf52840-000683759358', '000683759358'],
    ['frdm_k64f-0006', '0006'],
    ['native_sim-1e3', '1e3'],
    ['disco-4', null],
  ]);
});

test('a hardware map brings platforms, ports, speeds, runners and fixtures, and says what it could not bring', () => {
  const answer = read(hardwareMap);
  if (!answer.ok) throw new Error(answer.problems.join('\n'));
  const [nrf, frdm, sim] = answer.inventory.boards;
  expect(nrf).toMatchObject({
    site: 'lab',
    type: 'nrf52840dk/nrf52840',
    tags: ['gpio_loopback', 'i2c'],
    notes: 'product: J-Link',
    connections: [
      { type: 'serial', path: '/dev/ttyACM0', baud: 115_200 },
      { type: 'west', runner: 'nrfjprog' },
    ],
  });
  expect(frdm).toMatchObject({
    type: 'frdm_k64f',
    tags: ['platform=frdm_k64f/mk64f12'],
    notes: '',
    connections: [{ path: 'COM7', baud: 9_600 }, { runner: 'pyocd' }],
  });
  expect(sim).toMatchObject({ type: 'native_sim', connections: [] });
  expect(answer.inventory.remarks.join('\n')).toMatch(
    /native_sim-1e3 has no serial port.*native_sim-1e3 was not connected.*disco-4 has no serial port.*disco-4 is flashed by dediprog/s,
  );
});

test.each([
  [
    'the same id twice',
    '- {id: 1, platform: a, serial: /dev/a}\n- {id: 1, platform: a, serial: /dev/b}',
    /entry 2 \(id 1\) is called a-1, as is entry 1/,
  ],
  [
    'a serial number twice',
    'boards: [{name: a, type: t, serial: 01}, {name: b, type: t, serial: "01"}]',
    /board 2 is a t with the serial number 01/,
  ],
  ['no board', 'boards: []', /lists no board/],
  ['another list', '- 1\n- 2', /none of the formats/],
  ['no YAML', 'boards: [', /./],
  ['a field that is not known', 'boards: [{name: a, type: t, colour: red}]', /board 1: .*colour/],
  ['a name of two words', 'boards: [{name: a b, type: t}]', /board 1: name: must be one word/],
  [
    'a connection that is not known',
    'boards: [{name: a, type: t, connections: [{type: telepathy}]}]',
    /board 1: connections\[0\]/,
  ],
])('a file with %s is refused whole', (_, text, says) => {
  const answer = read(text);
  expect(answer.ok ? '' : answer.problems.join('\n')).toMatch(says);
});

test('places of labgrid bring their tags as text, aliases and matches', () => {
  const [rpi, odd] = boardsOf(
    'rpi-1:\n  comment: on the shelf\n  aliases: [pi]\n  tags: {board: rpi, rev: 010}\n  matches:\n  - {exporter: lab1, group: rpi-1, cls: "*", name: null}\n0123:\n  tags: {}\n',
  );
  expect(rpi).toMatchObject({
    name: 'rpi-1',
    type: 'rpi',
    tags: ['alias=pi', 'board=rpi', 'rev=010'],
    notes: 'on the shelf\nmatches lab1/rpi-1/*',
  });
  expect(odd?.name).toBe('0123');
});

test('an exporter of labgrid brings consoles as connections and keeps what it cannot bring as notes', () => {
  const [board] = boardsOf(
    'shelf-1:\n  location: rack 2\n  NetworkSerialPort: {host: ser1, port: 4001, speed: 57600}\n  console2: {cls: NetworkSerialPort, host: ser1, port: 4002, protocol: raw}\n  USBSerialPort: {match: {ID_SERIAL: FTDI_A1}}\n  NetworkPowerPort: {model: netio, host: pdu, index: 3}\n',
  );
  expect(board).toMatchObject({
    name: 'shelf-1',
    connections: [
      { type: 'rfc2217', host: 'ser1', port: 4001, baud: 57_600 },
      { type: 'tcp', host: 'ser1', port: 4002 },
      { type: 'serial', path: '/dev/serial/by-id/FTDI_A1' },
    ],
    notes: 'location: rack 2\nresource NetworkPowerPort',
  });
});

test('our own file comes back as it was written, spelling and all', () => {
  const boards = ['0123', '1e3', 'yes', 'null'].map((name) =>
    boardEntry.parse({
      name,
      site: 'berlin',
      type: '0x1F',
      serial: `0${name}`,
      tags: ['can', 'rev=007'],
      connections: [{ type: 'jlink', serial: '000123', device: 'STM32F407VG' }],
      hooks: { after: [{ command: ['power-off', '{name}'] }] },
    }),
  );
  const text = writeInventory({
    sites: [{ name: 'berlin', note: 'third floor' }],
    types: [{ name: '0x1F', note: '', maxMinutes: { engineer: 240 } }],
    boards,
  });
  const answer = read(text);
  expect(answer).toMatchObject({
    ok: true,
    inventory: {
      sites: [{ name: 'berlin', note: 'third floor' }],
      types: [{ name: '0x1F', max_minutes: { engineer: 240 } }],
      boards,
    },
  });
});

test('serial numbers below connections are text however they are written', () => {
  const [board] = boardsOf(
    'boards: [{name: a, type: t, connections: [{type: jlink, serial: 000123, device: X, speed: 4000}, {type: jlink, serial: 77, device: X}]}]',
  );
  expect(board?.connections).toMatchObject([{ serial: '000123', speed: 4_000 }, { serial: '77' }]);
});

test('a difference names what is added, what changes and from what, and what stays', () => {
  const entry = (fields: object) => boardEntry.parse({ name: 'a', site: 's', type: 't', ...fields });
  const known = [entry({}), entry({ name: 'b', tags: ['x', 'y'] })];
  expect(
    difference(known, [
      entry({ serial: '01', tags: ['can'] }),
      entry({ name: 'b', tags: ['y', 'x'] }),
      entry({ name: 'c' }),
    ]),
  ).toEqual([
    {
      name: 'a',
      kind: 'change',
      fields: [
        { field: 'serial', from: 'null', to: '"01"' },
        { field: 'tags', from: '[]', to: '["can"]' },
      ],
    },
    { name: 'b', kind: 'same', fields: [] },
    { name: 'c', kind: 'add', fields: [] },
  ]);
});
