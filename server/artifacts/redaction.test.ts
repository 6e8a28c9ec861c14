import { expect, test } from 'vitest';
import { redactJson } from './redact-json.ts';
import { createRedaction, secretsOf } from './redaction.ts';

const redact = createRedaction(['hunter2-secret', 'short', 'secret', 'x\\y"z-1234']);

test.each([
  ['a known secret', 'token hunter2-secret refused', 'token [redacted] refused'],
  ['the longer of two secrets first', 'hunter2-secret', '[redacted]'],
  ['a token by its shape', `x ghp_${'a'.repeat(36)} y`, 'x [redacted] y'],
  ['an authorisation header', 'Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer [redacted]'],
  ['a secret inside JSON', '{"said":"x\\\\y\\"z-1234"}', '{"said":"[redacted]"}'],
  ['no word that is too short to be a secret', 'short', 'short'],
])('%s', (_, text, clean) => {
  expect(redact(text)).toBe(clean);
});

test('a secret that is learned later is known from then on', () => {
  const learning = createRedaction([]);
  expect(learning('late-secret')).toBe('late-secret');
  learning.learn?.(['late-secret']);
  expect(learning('a late-secret')).toBe('a [redacted]');
});

test('in bytes a known secret is blanked out in its place and nothing moves', () => {
  const raw = Buffer.from([0, 255, ...Buffer.from('hunter2-secret'), 1]);
  const clean = redact.bytes?.(raw) ?? raw;
  expect(clean).toEqual(Buffer.from([0, 255, ...Buffer.from('*'.repeat(14)), 1]));
  expect(raw.includes('hunter2-secret')).toBe(true);
});

test('in a value keys and texts are redacted, and no text grows', () => {
  expect(redactJson({ secret: ['a secret', 7, null, { b: 'secret' }] }, redact)).toEqual({
    '******': ['a ******', 7, null, { b: '******' }],
  });
});

test('values of variables that are named like secrets and the password of the database are secrets', () => {
  const found = secretsOf({
    GITHUB_TOKEN: 'abc',
    PATH: '/bin',
    DATABASE_URL: 'postgresql://u:p%40ss@h/d',
    EMPTY_TOKEN: '',
    FIRMLOOP_AGENT_TEAM_KEY: 'agent',
    FIRMLOOP_MASTER_KEY: 'master',
  });
  expect(found).toEqual(['abc', 'agent', 'master', 'p@ss']);
});
