import { expect, test } from 'vitest';
import { connectionsSchema } from './connections.ts';

const issuesOf = (connection: Record<string, unknown>) => {
  const read = connectionsSchema.safeParse([connection]);
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);
};

const ssh = { type: 'ssh', host: 'bench-3', user: 'farm', key: 'bench', host_key: `SHA256:${'a'.repeat(43)}` };

test.each([
  [{ type: 'serial', path: '/dev/serial/by-id/usb-STMicro_0006-if02' }],
  [{ type: 'rfc2217', host: '10.0.0.7', port: 4001, baud: 9600 }],
  [ssh],
  [{ type: 'ipmi', host: 'bmc-7', user: 'farm', password: 'bmc-7' }],
  [{ type: 'redfish', url: 'https://bmc-7.example.org', user: 'farm', password: 'bmc-7' }],
  [{ type: 'power-command', on: ['relay', '4', 'on'], off: ['relay', '4', 'off'] }],
  [{ type: 'jlink', serial: '000683759358', device: 'nRF52840_xxAA' }],
])('%j is a connection', (connection) => {
  expect(issuesOf(connection)).toEqual([]);
});

test.each([
  ['a secret that is written down', { ...ssh, password: 'Hunter2!' }, /secret|password/],
  ['two ways in', { ...ssh, password: 'bench' }, /must name either a `key` or a `password`/],
  ['a machine that nobody can recognise', { ...ssh, host_key: undefined }, /host_key/],
  [
    'a user that is an option of the program',
    { type: 'ipmi', host: 'b', user: '-f/etc/shadow', password: 'b' },
    /user: must not begin with a dash/,
  ],
  ['a line end in a command', { type: 'power-command', on: ['a\nb'], off: ['x'] }, /on.0: must not hold control/],
  ['a setting of another type', { type: 'tcp', host: 'b', port: 1, baud: 9600 }, /baud/],
  ['a device that is none', { type: 'serial', path: '/etc/passwd' }, /path: must be a device/],
])('%s is refused', (_name, connection, says) => {
  expect(issuesOf(connection).join('\n')).toMatch(says);
});

test('a serial number keeps its leading zeros and is no number', () => {
  expect(issuesOf({ type: 'jlink', serial: 683759358, device: 'x' })).toHaveLength(1);
  const [read] = connectionsSchema.parse([{ type: 'jlink', serial: '0006', device: 'x' }]);
  expect(read).toMatchObject({ serial: '0006' });
});
