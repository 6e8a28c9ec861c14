import { logWindows } from '#lib/agents/log-windows.ts';
import type { Situation } from '#lib/agents/situation.ts';
import { launchLogs } from '#server/store/launch-logs.ts';
import { logEnds } from '#server/store/log-ends.ts';
import type { ActivityContext } from '../../context.ts';
import { filedResults } from '../../filed.ts';
import { buildRecord } from '../build-record.ts';
import { latestMeasurement } from '../measured-part.ts';
import { inputOf } from '../run-facts.ts';
import { measurementOfStart } from '../same-tree.ts';

type ShownLog = Situation['logs'][number];

/** Crash dumps and the like that are shown of one measurement. */
const mostFindings = 4;

/** What an agent is shown of logs: of those that came with the launch, of a build that failed, and of the tests of the tree it starts from. */
export async function logsFor(context: ActivityContext): Promise<Situation['logs']> {
  const [launched, built, tested] = await Promise.all([
    logsOfLaunch(context),
    logOfBuild(context),
    logsOfTests(context),
  ]);
  return [...launched, ...built, ...tested].filter(({ windows }) => windows.length > 0);
}

/** Logs that came with the launch, such as that of a CI job; they never change while the run goes on. */
export async function logsOfLaunch(context: ActivityContext): Promise<ShownLog[]> {
  const { host, runId } = context;
  const logs = await launchLogs(host.pool, runId, (await inputOf(context)).evidence);
  return await Promise.all(
    logs.map(async ({ name, hash }) => shown(name, (await host.artifacts.get(hash)).toString('utf8'))),
  );
}

async function logOfBuild(context: ActivityContext): Promise<ShownLog[]> {
  const built = await buildRecord(context, context.iteration);
  if (built === null || built.ok) return [];
  return [shown('output of the last build', await logEnds(context.host.pool, built.activityId))];
}

async function logsOfTests(context: ActivityContext): Promise<ShownLog[]> {
  const { pool, artifacts } = context.host;
  const sets = await filedResults(context, context.iteration);
  const start = (await measurementOfStart(context, sets)) ?? sets[0];
  const measured = start === undefined ? null : await latestMeasurement({ ...context, iteration: start.iteration });
  if (measured === null) return [];
  const found = measured.parts.flatMap(({ evidence }) => evidence).filter(({ name }) => name.endsWith('.txt'));
  const dumps = found
    .slice(0, mostFindings)
    .map(async ({ name, hash }) => shown(name, (await artifacts.get(hash)).toString('utf8')));
  return [...(await Promise.all(dumps)), shown('output of the last tests', await logEnds(pool, measured.activityId))];
}

function shown(name: string, text: string): ShownLog {
  return { name, windows: logWindows(text) };
}
