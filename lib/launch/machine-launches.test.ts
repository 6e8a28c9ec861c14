import { expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { machines } from '#lib/machines/registry.ts';
import type { LaunchPlace } from './loop-input.ts';
import { machineLaunches } from './machine-launches.ts';

const cli = '{ use: cli, preset: codex, timeout: 30m, silence: 2m }';
const llm = '{ use: llm, base_url: "http://localhost:11434/v1", model: tiny, timeout: 30m }';
const place = { repository: '/firmware', subdirectory: '', baseCommit: 'b0', ref: 'main' };

const written = {
  'task-orchestrator': `request: Mend it.\nagents: [${cli}, ${llm}]\n`,
  'prd-agent': `requirement: Mend it.\nverify: [make test]\nagents: [${cli}, ${llm}]\n`,
  'brain-session': `task: Mend it.\nsession: ${cli}\njudge: ${llm}\ndeploy: { command: make flash }\n`,
  'staged-workflow': `goal: Mend it.\nplanning: ${llm}\ngenerating: ${llm}\n`,
} as const satisfies Record<keyof typeof machineLaunches, string>;

test.each(Object.entries(written))('what %s is launched with is what its run keeps', (name, rest) => {
  const launch = machineLaunches[name as keyof typeof machineLaunches];
  const planned = launch.plan(`machine: ${name}\n${rest}`, place, {});
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const stored: Json = JSON.parse(JSON.stringify(planned.input));
  expect(machines[name]?.input.parse(stored)).toEqual(stored);
  expect(JSON.stringify(stored)).toContain(String(30 * 60_000));
});

test.each(Object.keys(written))('%s says what its result becomes, which of a snapshot is no branch', (name) => {
  const machine = name as keyof typeof machineLaunches;
  const words = (from: LaunchPlace): string => {
    const planned = machineLaunches[machine].plan(`machine: ${name}\n${written[machine]}`, from, {});
    return planned.ok ? planned.summary.join(' ') : JSON.stringify(planned.problems);
  };
  expect(words(place)).toContain('becomes a branch.');
  expect(words({ ...place, isSnapshot: true })).toContain('becomes a patch file.');
});
