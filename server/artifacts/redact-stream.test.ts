import { expect, test } from 'vitest';
import { redactStream } from './redact-stream.ts';
import { createRedaction } from './redaction.ts';

const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----';
const redact = createRedaction(['hunter2-secret', 'pässwörd', key]);

/** What comes out when bytes arrive in these pieces. */
function through(pieces: readonly Buffer[]): string {
  const stream = redactStream(redact);
  return Buffer.concat([...pieces.map((piece) => stream.push(piece)), stream.end()]).toString();
}

test.each([
  ['a secret that is no ASCII', 'it is pässwörd\n', 'it is [redacted]\n'],
  ['each line of a secret that has several', key, Array(4).fill('[redacted]').join('\n')],
])('%s is redacted, whole and byte by byte', (_, text, clean) => {
  const bytes = Buffer.from(text);
  expect(through([...bytes].map((byte) => Buffer.from([byte])))).toBe(clean);
  expect(through([bytes]).includes('MIIE')).toBe(false);
});

test('a private key that nobody knew is redacted though its lines come one by one', () => {
  const lines = [
    'before',
    '-----BEGIN RSA PRIVATE KEY-----',
    'Zm9vYmFy',
    'cXV1eA==',
    '-----END RSA PRIVATE KEY-----',
    'after',
  ];
  expect(through(lines.map((line) => Buffer.from(`${line}\n`)))).toBe('before\n[redacted]\nafter\n');
});

test('a secret in a line without end is redacted wherever the line is cut', () => {
  const line = Buffer.from(`${'x'.repeat(70_000)}hunter2-secret${'y'.repeat(1_100)}`);
  const end = line.length - 1_100;
  for (let length = end - 20; length <= end + 1_050; length += 7) {
    const text = through([line.subarray(0, length), line.subarray(length)]);
    expect(text).toBe(`${'x'.repeat(70_000)}[redacted]${'y'.repeat(1_100)}`);
  }
});
