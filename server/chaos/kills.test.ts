import { expect, test } from 'vitest';
import { randomKills } from './random-kills.ts';

/** A run that failed is repeated with `FIRMLOOP_SEED`. */
const seed = Number(process.env.FIRMLOOP_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`twenty kills of runner or Postgres at random moments lose, double and leave behind nothing (FIRMLOOP_SEED=${seed})`, async () => {
  const { breaches, kills } = await randomKills({ kills: 20, seed });
  expect(breaches).toEqual([]);
  expect(kills.runner + kills.postgres).toBe(20);
}, 300_000);
