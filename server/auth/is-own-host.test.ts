import { expect, test } from 'vitest';
import { isOwnHost } from './is-own-host.ts';

const open = { HOST: '0.0.0.0' };
const named = { HOST: '0.0.0.0', FIRMLOOP_PUBLIC_URL: 'https://loop.example.org' };

test.each([
  ['127.0.0.1:3000', {}, true],
  ['localhost:3000', {}, true],
  ['[::1]:3000', {}, true],
  ['evil.example:3000', {}, false],
  ['127.0.0.1.evil.example', {}, false],
  ['192.168.1.5:3000', open, true],
  ['evil.example', named, false],
  ['loop.example.org', named, true],
  ['127.0.0.1:3000', named, true],
])('a request to %s with %j is for us: %s', (host, env, own) => {
  expect(isOwnHost(host, env)).toBe(own);
});
