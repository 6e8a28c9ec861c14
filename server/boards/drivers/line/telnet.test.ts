import { expect, test } from 'vitest';
import { createTelnetReader, escaped, type TelnetEvent } from './telnet.ts';

const talk = Buffer.concat([
  Buffer.from([255, 253, 44, 255, 251, 0]),
  Buffer.from('boot'),
  escaped(Buffer.from([1, 255, 2])),
  Buffer.from([255, 250, 44, 101, 0, 255, 255, 0, 1, 255, 240]),
  Buffer.from([255, 241]),
  Buffer.from('ing'),
]);

test.each([1, 2, 3, 7, 1_000])('a telnet line that comes in pieces of %i is taken apart without loss', (size) => {
  const read = createTelnetReader();
  const events: TelnetEvent[] = [];
  for (let at = 0; at < talk.length; at += size) events.push(...read(talk.subarray(at, at + size)));
  const bytes = events.flatMap((event) => (event.kind === 'bytes' ? [...event.bytes] : []));
  expect(Buffer.from(bytes).toString('latin1')).toBe('boot\x01\xff\x02ing');
  expect(events.filter(({ kind }) => kind !== 'bytes')).toEqual([
    { kind: 'option', verb: 253, option: 44 },
    { kind: 'option', verb: 251, option: 0 },
    { kind: 'message', option: 44, body: Buffer.from([101, 0, 255, 0, 1]) },
  ]);
});
