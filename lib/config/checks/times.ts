import { type Check, type Contradiction, doubtful } from './check.ts';

/** No time limit makes another one pointless. */
export const checkTimes: Check = (config) => [
  ...silenceTrouble(config.build, ['build']),
  ...Object.entries(config.environments).flatMap(([name, each]) => silenceTrouble(each, ['environments', name])),
  ...(config.acceptance ? silenceTrouble(config.acceptance, ['acceptance']) : []),
  ...config.agents.flatMap((agent, at) => ('silence' in agent ? silenceTrouble(agent, ['agents', at]) : [])),
  ...stateTrouble(config.limits),
];

function silenceTrouble(
  { timeout, silence }: { timeout: number; silence?: number | undefined },
  path: readonly (string | number)[],
): Contradiction[] {
  if (silence === undefined || silence < timeout) return [];
  return [
    doubtful(
      [...path, 'silence'],
      `silence of ${silence / 1000} s can never be noticed: the timeout is ${timeout / 1000} s`,
      'Make `silence` shorter than `timeout`, or remove it.',
    ),
  ];
}

function stateTrouble(limits: {
  timeout_minutes: number;
  state_timeouts: Partial<Record<string, number>>;
}): Contradiction[] {
  const whole = limits.timeout_minutes * 60_000;
  return Object.entries(limits.state_timeouts)
    .filter(([, time = 0]) => time > whole)
    .map(([state]) =>
      doubtful(
        ['limits', 'state_timeouts', state],
        `${state} may take longer than the whole run (${limits.timeout_minutes} minutes)`,
        'Shorten it, or raise `limits.timeout_minutes`.',
      ),
    );
}
