import { counted } from '#lib/format/count.ts';
import { likelyCauses } from '#lib/results/likely-causes.ts';
import { type Analysis, free } from '#server/agents/agent.ts';
import type { ActivityContext } from '../context.ts';
import { buildErrors, failingTests } from './situation/failing.ts';
import { logsOfLaunch } from './situation/logs.ts';

/** A known word is a hint and no proof; that tests fail is at least a place to begin. */
const confidence = { knownWords: 0.6, failingTests: 0.5, nothing: 0 } as const;

const mostNamed = 5;

/** Root causes without a model: by keywords and error codes in what the last build, the failing tests and the logs of the launch say. */
export async function analyseByRules(context: ActivityContext): Promise<Analysis> {
  const [errors, { failing }, logs] = await Promise.all([
    buildErrors(context),
    failingTests(context),
    logsOfLaunch(context),
  ]);
  const logged = logs.flatMap(({ windows }) => windows.map(({ text }) => text));
  const causes = likelyCauses([...errors.map(asPrinted), ...failing.map(({ message }) => message ?? ''), ...logged]);
  const named = failing.slice(0, mostNamed).map(({ name }) => `${name} fails`);
  const hypotheses = causes.length > 0 ? causes : named;
  const basis = causes.length > 0 ? 'knownWords' : named.length > 0 ? 'failingTests' : 'nothing';
  const evidence = `${counted(failing.length, 'failing test')} and ${counted(errors.length, 'compiler error')}`;
  return {
    outcome: 'analysed',
    hypotheses,
    files: [...new Set(failing.flatMap(({ place }) => place?.replace(/:\d+$/, '') ?? []))].slice(0, mostNamed),
    confidence: confidence[basis],
    summary: `by rules, from ${evidence}: ${hypotheses.length === 0 ? 'no cause' : hypotheses.join('; ')}`,
    usage: free,
  };
}

/** A compiler's complaint as the compiler prints it: `src/a.c:3: error: expected ';'`. */
function asPrinted(complaint: string): string {
  return complaint.replace(/^(\S+:\d+): /, '$1: error: ');
}
