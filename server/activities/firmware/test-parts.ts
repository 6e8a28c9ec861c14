import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import type { Command } from '#lib/config/scalars.ts';
import type { ResultsConfig } from '#lib/config/sections/results.ts';
import { ActivityFailure } from '../context.ts';

/** One command of the tests and how its results are read. */
export interface TestPart {
  readonly name: string;
  readonly command: Command;
  readonly results: ResultsConfig;
}

export interface TestPlan {
  readonly parts: readonly TestPart[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly silenceMs: number | undefined;
}

/** What the environment of a run executes, in order. */
export function testPlan(config: FirmwareLoopConfig, environmentName: string): TestPlan {
  const environment = config.environments[environmentName];
  if (environment?.type !== 'host') {
    throw new ActivityFailure('CONFIG_INVALID', `environment ${environmentName} cannot be tested in by this runner`, {
      final: true,
    });
  }
  const { test, env, timeout, silence } = environment;
  const isList = typeof test !== 'string' && test.every((one) => typeof one !== 'string');
  const parts = isList
    ? test.map((part) => ({ name: part.name, command: part.command, results: part.results ?? config.results }))
    : [{ name: 'tests', command: test as Command, results: config.results }];
  return { parts, env, timeoutMs: timeout, silenceMs: silence };
}
