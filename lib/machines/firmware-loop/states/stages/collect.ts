import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import { iterationFact } from '../../facts.ts';
import { totalOf } from '../../iteration.ts';
import { troubled } from '../../recovery/trouble.ts';
import { type Edge, type Node, type OutputOf, work } from '../../wiring.ts';
import { results } from '../../words.ts';
import { type Place, recovery } from './place.ts';

/** Brings in logs and reports; after a hang, what there is. */
export function fetchLogs({ within, next }: Place): Node {
  const path = `${within}.FETCH_LOGS`;
  return work('fetch-logs', {
    path,
    input: ({ iteration, attempt }) => ({ iteration, attempt }),
    done: [
      {
        when: ({ hung }, output) => output.ok || hung,
        to: next,
        label: 'fetched',
        because: (_, { logs, missing }) =>
          `${counted(logs, 'log')} fetched${missing.length === 0 ? '' : `, without ${missing.join(', ')} after the hang`}`,
        evidence: (_, { evidence }) => evidence,
      },
      {
        to: recovery,
        label: 'missing',
        because: (_, { missing }) => `artifacts are missing: ${missing.join(', ')}`,
        change: (_, { missing }) => troubled('ARTIFACT_MISSING', path, `missing: ${missing.join(', ')}`),
      },
    ],
  });
}

/** Turns reports into one result; a result without a single test is neither 0 % nor 100 %. */
export function normalize({ within, next }: Place): Node {
  const path = `${within}.NORMALIZE`;
  return work('normalise-results', {
    path,
    input: ({ iteration, attempt, hung }) => ({ iteration, attempt, hung }),
    done: [
      {
        when: (_, { goal }) => totalOf(goal) === 0,
        to: recovery,
        label: 'no test reported',
        because: (_, output) => noResult(output),
        change: (_, output) => troubled('ARTIFACT_MISSING', path, noResult(output)),
      },
      {
        to: next,
        label: 'normalised',
        because: ({ iteration }, { goal, all, regressions, sameFailures, incomplete, ...tests }) =>
          [
            totalOf(goal) === totalOf(all) ? results(all) : `goal: ${results(goal)}; all tests: ${results(all)}`,
            iteration === 0 ? '' : `; ${counted(regressions, 'regression')} against the base`,
            wentAndCame(tests),
            sameFailures ? '; the failing set is unchanged' : '',
            incomplete === null ? '' : `; incomplete: ${incomplete}`,
          ].join(''),
        evidence: (_, { evidence }) => evidence,
        change: (_, output) => ({
          measured: {
            resultId: output.resultId,
            goal: output.goal,
            all: output.all,
            regressions: output.regressions,
            regressed: output.regressed.map((test) => test.slice(0, 60)),
            vanished: output.vanished,
            newWarnings: output.newWarnings,
            metrics: output.metrics,
            performance: output.performance,
            executionMs: output.executionMs,
            incomplete: output.incomplete === null ? null : clip(output.incomplete, 120).text,
          },
        }),
        record: (context, output) =>
          iterationFact(context, {
            result_id: output.resultId,
            measured: { ...output.all },
            goal: { ...output.goal },
            regressions: output.regressions,
            vanished: output.vanished,
            appeared: output.appeared,
            infrastructure_errors: output.infrastructureErrors,
            same_failures: output.sameFailures,
            incomplete: output.incomplete,
          }),
      },
    ],
  });
}

type Changed = Pick<OutputOf<'normalise-results'>, 'vanished' | 'appeared' | 'went' | 'came'>;

function wentAndCame({ vanished, appeared, went = [], came = [] }: Changed): string {
  if (vanished + appeared === 0) return '';
  return `; ${counted(vanished, 'test')} went${some(went, vanished)}, ${appeared} came${some(came, appeared)}`;
}

function some(names: readonly string[], of: number): string {
  if (names.length === 0) return '';
  const known = names.map((name) => clip(name, 40).text).join(', ');
  return ` (${known}${of > names.length ? ` and ${of - names.length} more` : ''})`;
}

function noResult({ all, finding }: OutputOf<'normalise-results'>): string {
  const others = totalOf(all);
  const what =
    others === 0
      ? 'no test reported a result, which is neither 0 % nor 100 %'
      : `none of the goal's tests reported a result, ${counted(others, 'other')} did`;
  return finding == null ? what : `${what}: ${finding}`;
}

/** Binds everything to the iteration; `leave` says where a complete result leads. */
export function attachArtifacts(within: string, leave: readonly Edge<OutputOf<'attach-artifacts'>>[]): Node {
  const path = `${within}.ATTACH_ARTIFACTS`;
  return work('attach-artifacts', {
    path,
    input: ({ iteration, attempt, base, tree }) => ({
      iteration,
      attempt,
      base: base?.commit ?? 'none',
      commit: tree?.commit ?? 'none',
    }),
    done: [
      {
        when: (_, output) => !output.ok,
        to: recovery,
        label: 'missing',
        because: (_, { reason }) => `artifacts could not be attached: ${reason}`,
        change: (_, { reason }) => troubled('ARTIFACT_MISSING', path, reason),
      },
      ...leave,
    ],
  });
}
