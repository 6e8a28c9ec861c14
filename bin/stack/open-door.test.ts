import { expect, test } from 'vitest';
import { openDoor } from './open-door.ts';

test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('%s is reached from this machine alone', (host) => {
  expect(openDoor(host)).toBeUndefined();
});

test.each(['0.0.0.0', '::', '192.168.1.5', '127.example.org'])('%s is warned of', (host) => {
  expect(openDoor(host)).toMatch(/passwords and sessions can be read on the way/);
});
