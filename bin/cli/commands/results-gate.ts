import { DomainError } from '#lib/errors.ts';
import { type GateName, gateNames } from '#lib/history/gates.ts';
import type { Quarantine } from '#lib/history/quarantine.ts';
import { type JudgedBuild, judgeBuild } from '#server/results/history/judge-build.ts';
import { quarantineIn, quarantineOf } from '#server/results/history/quarantine-of.ts';
import { repositoryOf } from '#server/store/project-named.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { readInput } from '../read-input.ts';
import { projectOf } from '../results/project-of.ts';
import { table } from '../table.ts';
import { withStack } from '../with-stack.ts';

interface GateOptions {
  readonly project: string;
  readonly against?: string;
  readonly gate?: readonly string[];
  readonly quarantine?: string;
  readonly json?: true;
}

/** `firmloop results gate`: 0 when every gate stands open, 1 when one is closed, 2 when it cannot be told. */
export async function resultsGate(subject: string, options: GateOptions): Promise<ExitCode> {
  const gates = options.gate?.map(gateOf);
  const given =
    options.quarantine === undefined
      ? null
      : quarantineIn(await readInput(options.quarantine, 'quarantine list'), options.quarantine);
  const judged = await withStack({ runner: false }, async ({ pool }) => {
    const { id: projectId } = await projectOf(pool, options.project);
    const quarantine = given ?? (await quarantineInRepository(await repositoryOf(pool, projectId)));
    return await judgeBuild(pool, { projectId, subject, against: options.against, gates, quarantine });
  });
  if (options.json) console.log(JSON.stringify(asJson(judged)));
  else console.log(inWords(judged).join('\n'));
  return judged.holds ? exitCode.success : exitCode.failure;
}

async function quarantineInRepository(repository: string): Promise<Quarantine> {
  const { quarantine, problem } = await quarantineOf(repository);
  if (problem !== null) console.error(`firmloop: ${problem}; no test is in quarantine until that is mended`);
  return quarantine;
}

function gateOf(name: string): GateName {
  const gate = gateNames.find((known) => known === name);
  if (gate !== undefined) return gate;
  throw new DomainError('BAD_INPUT', `There is no gate ${name}.`, { next: `Known: ${gateNames.join(', ')}.` });
}

function asJson({ subject, before, release, holds, gates, excused }: JudgedBuild) {
  return {
    ...{ subject: subject.label, before: before?.label ?? null, release: release?.label ?? null },
    ...{ holds, gates, excused },
  };
}

function inWords({ subject, holds, gates, excused }: JudgedBuild): string[] {
  const words = { true: 'open', false: 'closed', null: 'open, nothing to compare with' } as const;
  const rows = gates.map((gate) => [gate.gate, words[`${gate.holds}`], gate.reason]);
  return [
    ...table([['gate', 'stands', 'reason'], ...rows], process.stdout.columns),
    ...(excused.length > 0 ? [`In quarantine: ${excused.join(', ')}.`] : []),
    '',
    holds ? `${subject.label} passes.` : `${subject.label} does not pass.`,
  ];
}
