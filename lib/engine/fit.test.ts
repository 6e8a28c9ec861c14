import { expect, test } from 'vitest';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import { fitOf } from './fit.ts';
import type { Json } from './json.ts';

const run = { machine: 'firmware-loop', machineVersion: firmwareLoop.version };
const version = `firmware-loop version ${firmwareLoop.version}`;

test.each<[string, Json]>([
  ['a state', 'CODE_ANALYSIS'],
  ['a state within another', { HUMAN_REVIEW: 'OPEN' }],
])('a run in %s of the definition goes on', (_, stateValue) => {
  expect(fitOf(firmwareLoop, { ...run, stateValue })).toEqual({ ok: true, definition: firmwareLoop });
});

test.each<[string, Json, string]>([
  ['was renamed', 'CODE_ANALYSE', 'stands in CODE_ANALYSE'],
  ['was renamed within another', { HUMAN_REVIEW: 'OPENED' }, 'stands in HUMAN_REVIEW.OPENED'],
  ['lost its sub-states', { CODE_ANALYSIS: 'DEEP' }, 'stands in CODE_ANALYSIS.DEEP'],
  ['is a name of every object', 'constructor', 'stands in constructor'],
  ['is none', null, 'stands in null'],
  ['is empty', {}, 'stands in '],
])('a run whose state %s needs a migration', (_, stateValue, place) => {
  const why = `${place}, a state that ${version} does not have here`;
  expect(fitOf(firmwareLoop, { ...run, stateValue })).toEqual({ ok: false, why });
});

test('so does a run of a version that is not installed', () => {
  const fit = fitOf(null, { machine: 'firmware-loop', machineVersion: 7, stateValue: 'CODE_ANALYSIS' });
  expect(fit).toEqual({ ok: false, why: 'was made with firmware-loop version 7, which is not installed here' });
});
