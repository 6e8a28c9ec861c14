import { type JudgedHistory, judgeHistory } from '#lib/convergence/judge.ts';
import { DomainError } from '#lib/errors.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { findCriteria } from '../find-criteria.ts';
import { readInput } from '../read-input.ts';
import { table } from '../table.ts';

interface JudgeOptions {
  readonly criteria: string;
  readonly maxIterations?: number;
  readonly json?: true;
}

/** `firmloop judge`: the verdict after each iteration of a history. Needs no stack. */
export async function judge(path: string, options: JudgeOptions): Promise<ExitCode> {
  const criteria = await findCriteria(options.criteria);
  const history = parseJson(await readInput(path, 'history'), path === '-' ? 'stdin' : path);
  const judged = judgeHistory(history, { criteria, maxIterations: options.maxIterations });
  console.log(options.json ? JSON.stringify(judged) : inWords(judged).join('\n'));
  return exitCode.success;
}

function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/, "[\s\S]*$/, '').replace(/\s+/g, ' ') : 'unreadable';
    throw new DomainError('BAD_INPUT', `${shown} is not JSON: ${why}.`, {
      next: 'Give {"iterations": [{"passed": 80, "total": 100}, …]}.',
    });
  }
}

function inWords({ model, max_iterations, ended_at, verdict, iterations }: JudgedHistory): string[] {
  const rows = iterations.map(({ iteration, verdict: own, signal, reason }) => {
    const isAfterEnd = ended_at !== null && iteration > ended_at;
    return [String(iteration), own ?? signal ?? 'go on', isAfterEnd ? `(after the end) ${reason}` : reason];
  });
  const end =
    ended_at === null ? 'The loop would go on.' : `The loop ends after iteration ${ended_at} with ${verdict}.`;
  return [
    ...table([['iteration', 'verdict', 'reason'], ...rows]),
    '',
    `${end} Criteria: ${model}, at most ${max_iterations} iterations.`,
  ];
}
