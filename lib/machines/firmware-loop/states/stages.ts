import { counted } from '#lib/format/count.ts';
import type { Change } from '../context.ts';
import { iterationFact } from '../facts.ts';
import { totalOf } from '../iteration.ts';
import { troubled } from '../recovery/trouble.ts';
import { spendBoard } from '../spending.ts';
import type { Edge, Node, OutputOf } from '../wiring.ts';
import { due, on, work } from '../wiring.ts';
import { results } from '../words.ts';

/** Where a stage lies and where it leads: the base is measured by the same stages as every iteration. */
interface Place {
  /** Dotted path of the parent. */
  readonly within: string;
  readonly next: string;
}

const recovery = '#ERROR_RECOVERY';

/** Takes the place to test in, and waits in the queue for a board. */
export function resourceAlloc({ within, next }: Place): Node {
  const path = `${within}.RESOURCE_ALLOC`;
  const envFailure = (what: string): Change => troubled('TEST_ENV_FAILURE', path, what);
  return {
    initial: 'REQUEST',
    states: {
      REQUEST: work('allocate-environment', {
        path,
        input: ({ iteration, avoid }) => ({ iteration, avoid: [...avoid] }),
        done: [
          {
            when: (_, output) => output.outcome === 'queued',
            to: 'QUEUED',
            label: 'queued',
            because: ({ settings }, output) => `every board for ${settings.environment} is busy: ${output.reason}`,
            change: (_, output) => ({ reservation: output.outcome === 'queued' ? output.reservationId : null }),
          },
          {
            when: (_, output) => output.outcome === 'unavailable',
            to: recovery,
            label: 'unavailable',
            because: ({ settings }, output) => `no place to test on ${settings.environment}: ${output.reason}`,
            change: (_, output) => envFailure(output.reason),
          },
          {
            to: next,
            label: 'granted',
            because: ({ settings }, output) =>
              `${settings.environment} is ours${boardIn(output) === null ? '' : `: board ${boardIn(output)}`}`,
            change: (_, output) => ({ board: boardIn(output), reservation: null }),
          },
        ],
      }),
      QUEUED: {
        tags: ['waiting'],
        on: {
          ...on('board.granted', {
            when: ({ reservation }, event) => event.reservationId === reservation,
            to: next,
            because: (_, { board }) => `the queue has come to us${board === null ? '' : `: board ${board}`}`,
            change: (_, { board }) => ({ board, reservation: null }),
          }),
          ...on('board.refused', {
            when: ({ reservation }, event) => event.reservationId === reservation,
            to: recovery,
            because: (_, { reason }) => `the reservation was withdrawn: ${reason}`,
            change: (_, { reason }) => ({ ...envFailure(reason), reservation: null }),
          }),
        },
        after: due('board wait', {
          to: recovery,
          label: 'waited too long',
          because: ({ settings }) => `no board was free within ${settings.limits.board_wait_minutes} minutes`,
          change: ({ settings }) => ({
            ...envFailure(`no board within ${settings.limits.board_wait_minutes} minutes`),
            reservation: null,
          }),
        }),
      },
    },
  };
}

function boardIn(output: OutputOf<'allocate-environment'>): string | null {
  return output.outcome === 'granted' ? output.board : null;
}

/** Brings the built image there; what was on the board is kept first. */
export function flashOrDeploy({ within, next }: Place): Node {
  const path = `${within}.FLASH_OR_DEPLOY`;
  return work('deploy', {
    path,
    input: ({ iteration, built }) => ({ iteration, buildId: built?.buildId ?? 'none' }),
    done: [
      {
        when: (_, output) => output.ok,
        to: next,
        label: 'deployed',
        because: (_, output) => `deployed: ${output.reason}`,
        record: (context, output) => iterationFact(context, { deploy: { ...output } }),
      },
      {
        to: recovery,
        label: 'not deployed',
        because: (_, output) => `the image could not be deployed: ${output.reason}`,
        change: (_, output) => troubled('TEST_ENV_FAILURE', path, output.reason),
      },
    ],
  });
}

/** Asks for signs of life before a test says anything about the firmware. */
export function healthCheck({ within, next }: Place): Node {
  const path = `${within}.HEALTH_CHECK`;
  return work('check-health', {
    path,
    input: ({ iteration }) => ({ iteration }),
    done: [
      {
        when: (_, output) => output.ok,
        to: next,
        label: 'healthy',
        because: (_, { checks }) => `the environment answers: ${checks} of ${checks} checks hold`,
        change: ({ attempt }) => ({ attempt: attempt + 1, hung: false }),
      },
      {
        to: recovery,
        label: 'unhealthy',
        because: (_, { checks, failed, reason }) => `${failed} of ${checks} health checks fail: ${reason}`,
        change: (_, { reason }) => troubled('TEST_ENV_FAILURE', path, reason),
      },
    ],
  });
}

/** Runs the tests; failing ones are an ordinary end. */
export function testRun({ within, next }: Place): Node {
  const path = within === '' ? 'TEST_RUN' : `${within}.TEST_RUN`;
  const used: Edge<OutputOf<'run-tests'>>['record'] = (context, { durationMs, boardMinutes, ended }) =>
    iterationFact(context, {
      tests: { attempt: context.attempt, duration_ms: durationMs, board_minutes: boardMinutes, ended },
    });
  return work('run-tests', {
    path,
    input: ({ iteration, attempt, built }) => ({ iteration, attempt, buildId: built?.buildId ?? 'none' }),
    done: [
      {
        when: (_, { ended }) => ended === 'timeout',
        to: recovery,
        label: 'hung',
        because: (_, { hungTest, reason }) => `the tests hung${hungTest === null ? '' : ` in ${hungTest}`}: ${reason}`,
        change: (context, { boardMinutes, hungTest, reason }) => ({
          ...spendBoard(context, boardMinutes),
          ...troubled('TIMEOUT', path, hungTest === null ? reason : `${hungTest} hung: ${reason}`),
        }),
        record: used,
      },
      {
        when: (_, { ended }) => ended === 'crashed',
        to: recovery,
        label: 'runner crashed',
        because: (_, { reason }) => `the test runner broke down, which says nothing of the firmware: ${reason}`,
        change: (context, { boardMinutes, reason }) => ({
          ...spendBoard(context, boardMinutes),
          ...troubled('TEST_ENV_FAILURE', path, reason),
        }),
        record: used,
      },
      {
        to: next,
        label: 'finished',
        because: (_, { exitCode }) =>
          `the test command ended with ${exitCode === null ? 'no exit code' : `exit code ${exitCode}`}`,
        change: (context, { boardMinutes }) => spendBoard(context, boardMinutes),
        record: used,
      },
    ],
  });
}

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
        because: (_, { all }) => `none of the goal's tests has a result (${totalOf(all)} others have)`,
        change: (_, { all }) =>
          troubled('ARTIFACT_MISSING', path, `no result of the goal's tests, ${totalOf(all)} of others`),
      },
      {
        to: next,
        label: 'normalised',
        because: (_, { goal, all, regressions, vanished, appeared, sameFailures }) =>
          [
            `goal: ${results(goal)}; all: ${results(all)}; ${counted(regressions, 'regression')} against the base`,
            vanished + appeared > 0 ? `; ${counted(vanished, 'test')} went, ${appeared} came` : '',
            sameFailures ? '; the failing set is unchanged' : '',
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
          }),
      },
    ],
  });
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
