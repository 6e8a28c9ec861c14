import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import type { Command } from '#lib/config/scalars.ts';
import { type AgentConfig, agentName } from '#lib/config/sections/agents.ts';
import type { BoardEnvironment, EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { Criteria } from '#lib/convergence/criteria.ts';
import type { ExecutionMode } from '#lib/convergence/plateau.ts';
import { counted } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';
import { percent } from '#lib/format/percent.ts';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { shellWords } from './shell-words.ts';

/** What a launch will do, one sentence for each question: what is built, where it is tested, by whom patched, when it ends. */
export function launchInWords(config: FirmwareLoopConfig, input: FirmwareLoopInput): string[] {
  const sentences = [
    `Builds ${input.project} at ${startOf(input)} with ${shown(config.build.command)}.`,
    testedIn(input.environment, config.environments[input.environment], config),
    patchedBy(config.agents),
    successOf(input.criteria, input.goal.tests),
    limitsOf(input.limits),
    whenStuck[input.mode],
  ];
  return sentences.map((sentence) => sentence.replaceAll('\u00a0', ' '));
}

/** A launch that names no branch has its commit as its ref. */
function startOf({ ref, baseCommit }: FirmwareLoopInput): string {
  const commit = baseCommit?.slice(0, 12) ?? 'resolved at the start';
  return ref === baseCommit ? commit : `${ref} (${commit})`;
}

function shown(command: Command): string {
  return `\`${typeof command === 'string' ? command : shellWords(command)}\``;
}

function testedIn(name: string, environment: EnvironmentConfig | undefined, { results }: FirmwareLoopConfig): string {
  if (environment === undefined) return `There is no environment ${name}.`;
  return `Tests in ${name}: ${placeOf(environment)}, stopped after ${duration(environment.timeout)}; results are read as ${formatsIn(environment, results)}.`;
}

/** Of several parts each may write its own. */
function formatsIn(environment: EnvironmentConfig, { format }: FirmwareLoopConfig['results']): string {
  const test = 'test' in environment && Array.isArray(environment.test) ? environment.test : [];
  const formats = test.map((part) => (typeof part === 'string' ? format : (part.results?.format ?? format)));
  return [...new Set(formats.length === 0 ? [format] : formats)].join(' and ');
}

function placeOf(environment: EnvironmentConfig): string {
  switch (environment.type) {
    case 'host':
      return `${testsOf(environment.test)} on the runner itself`;
    case 'qemu':
      return `${environment.image} on an emulated ${environment.machine}`;
    case 'board':
      return `${environment.image} on a board${ofType(environment)}`;
    case 'ssh':
      return `${testsOf(environment.test)} on a machine${ofType(environment)}`;
    case 'bmc':
      return `${testsOf(environment.test)} against a controller${ofType(environment)} that has taken ${environment.image}`;
  }
}

function ofType({ board_type }: BoardEnvironment): string {
  return board_type === undefined ? '' : ` of the type ${board_type}`;
}

function testsOf(test: Extract<EnvironmentConfig, { type: 'host' }>['test']): string {
  if (typeof test === 'string') return shown(test);
  const words = test.filter((part) => typeof part === 'string');
  return words.length === test.length ? shown(words) : counted(test.length, 'command');
}

function patchedBy(agents: readonly AgentConfig[]): string {
  const [first, ...others] = agents.map(
    (agent) => `${agentName(agent)}${agent.use === 'patches' ? ` (folder ${agent.folder})` : ''}`,
  );
  const rest = others.length === 0 ? '' : `; when improvement stops it can switch to ${others.join(', then ')}`;
  return `Patches come from ${first}${rest}.`;
}

function successOf(criteria: Criteria, tests: FirmwareLoopInput['goal']['tests']): string {
  const which = tests === 'all' ? 'all tests' : `the tests ${tests.join(', ')}`;
  const stable =
    criteria.model === 'rules'
      ? `steady for ${counted(criteria.stable_iterations_required, 'iteration')}`
      : `with a score over ${counted(criteria.stability_window, 'iteration')}`;
  return `It is a success when ${percent(criteria.target_pass_rate)} of ${which} pass, ${stable}, and nothing regresses (criteria: ${criteria.model}).`;
}

function limitsOf({ max_iterations, timeout_minutes }: FirmwareLoopInput['limits']): string {
  const time = timeout_minutes === null ? '' : ` or ${duration(timeout_minutes * 60_000)}`;
  return `It ends at the latest after ${counted(max_iterations, 'iteration')}${time}; the best patch is kept whatever the end.`;
}

const whenStuck = {
  interactive: 'When improvement stops, it waits for a person (mode interactive).',
  ci: 'It waits for nobody: when improvement stops, it ends (mode ci).',
  auto: 'It waits for nobody: when improvement stops, it tries another agent (mode auto).',
} as const satisfies Record<ExecutionMode, string>;
