import { z } from 'zod';
import type { triageLogs as contract } from '#lib/activities/analysis.ts';
import type { Situation } from '#lib/agents/situation.ts';
import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import { tellsTrouble } from '#lib/format/log-trouble.ts';
import type { MeasuredTest } from '#server/store/results.ts';
import type { ActivityContext } from '../context.ts';
import { filedMessages, filedRecord, filedResults, filedTests } from '../filed.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { type BuildRecord, buildRecord } from './build-record.ts';
import { measurementOfStart } from './same-tree.ts';
import { logsOfLaunch } from './situation/logs.ts';

/**
 * The evidence to reason from: what the last patch did to the build, the failing tests of the tree that the iteration
 * starts from, gates that stood between the run and its success, what people have told it, and what came with the launch.
 */
export const triageLogs: Perform<typeof contract> = async ({ iteration }, context) => {
  const [logs, built, failing, before, messages] = await Promise.all([
    logsOfLaunch(context),
    buildRecord(context, iteration),
    failingTests(context, iteration),
    iterationBefore(context, iteration),
    filedMessages(context),
  ]);
  const broken = built?.ok === false ? built : null;
  const gates = before.isLost ? [] : before.failedGates;
  const said = [
    ...(broken === null ? [] : [brokenBuild(broken)]),
    ...(failing.tests.length === 0 ? [] : [failingNames(failing)]),
    ...gates,
    ...(messages.length === 0 ? [] : [`a person says: ${clip(messages.at(-1) ?? '', 80).text}`]),
    ...(logs.length === 0 ? [] : [ofLaunch(logs)]),
  ];
  return {
    hasEvidence: said.length > 0,
    findings: failing.tests.length + (broken?.errors ?? 0) + gates.length + messages.length + logs.length,
    summary: oneSentence(
      said.length === 0 ? 'no failing test, no compiler error and no log to start from' : said.join('; '),
    ),
    evidence: [
      ...(broken === null ? [] : [{ kind: 'log' as const, id: broken.activityId, label: 'the last build' }]),
      ...failing.tests
        .slice(0, 4)
        .map((test) => ({ kind: 'test' as const, id: test.testId, label: test.name.slice(0, 200) })),
    ],
  };
};

const namedTests = 5;

interface Failing {
  readonly tests: readonly MeasuredTest[];
  readonly of: number;
}

async function failingTests(context: ActivityContext, iteration: number): Promise<Failing> {
  const sets = await filedResults(context, iteration);
  const start = (await measurementOfStart(context, sets)) ?? sets[0];
  const tests = start === undefined ? [] : await filedTests(context, start.id);
  const failing = tests.filter(({ status }) => status === 'failed' || status === 'error');
  return { tests: failing.toSorted((a, b) => a.key.localeCompare(b.key)), of: tests.length };
}

function failingNames({ tests, of }: Failing): string {
  const rest = tests.length > namedTests ? ` and ${tests.length - namedTests} more` : '';
  const names = tests.slice(0, namedTests).map(({ name }) => name);
  return `${tests.length} of ${counted(of, 'test')} ${tests.length === 1 ? 'fails' : 'fail'}: ${names.join(', ')}${rest}`;
}

/** How many logs came with the launch, and the first line in them that tells of trouble. */
function ofLaunch(logs: Situation['logs']): string {
  const came = `${counted(logs.length, 'log')} came with the launch`;
  for (const { name, windows } of logs) {
    const line = windows.flatMap(({ text }) => text.split('\n')).find(tellsTrouble);
    if (line !== undefined) return `${came}, ${name} says: ${clip(line.trim(), 120).text}`;
  }
  return came;
}

function brokenBuild({ errors, firstError }: BuildRecord): string {
  return `the last build has ${counted(Math.max(errors, 1), 'error')}, first: ${firstError ?? 'it did not end by itself'}`;
}

const row = z.object({
  rolled_back_to: z.object({ iteration: z.number() }).nullish(),
  judgement: z.object({ failed_gates: z.array(z.object({ reason: z.string() })) }).optional(),
});

interface Before {
  /** Its tree was rolled back, so what was wrong with it is gone. */
  readonly isLost: boolean;
  /** With every test passing these are all there is to mend. */
  readonly failedGates: readonly string[];
}

async function iterationBefore(context: ActivityContext, iteration: number): Promise<Before> {
  const { data } = row.safeParse(await filedRecord(context, 'iteration', String(iteration - 1)));
  return {
    isLost: data?.rolled_back_to != null,
    failedGates: data?.judgement?.failed_gates.map(({ reason }) => reason) ?? [],
  };
}
