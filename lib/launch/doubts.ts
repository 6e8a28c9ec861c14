import type { RulesCriteria, ScoredCriteria } from '#lib/convergence/criteria.ts';
import { counted } from '#lib/format/count.ts';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';

/** What a launch asks for and can never come about, a sentence each. Nothing of it stops the launch. */
export function doubtsIn(input: FirmwareLoopInput): string[] {
  const { criteria } = input;
  return [...(criteria.model === 'rules' ? ofRules(criteria, input) : ofScored(criteria, input)), ...ofMode(input)];
}

function ofRules(criteria: RulesCriteria, { limits }: FirmwareLoopInput): string[] {
  const rows = [
    { needs: criteria.min_iterations_for_plateau, what: 'a plateau is called', by: 'min_iterations_for_plateau' },
    {
      needs: criteria.failure_rate_consecutive_limit,
      what: 'too many failing tests end the run',
      by: 'failure_rate_consecutive_limit',
    },
  ];
  return [
    ...rows.flatMap(({ needs, what, by }) =>
      needs > limits.max_iterations ? [never(what, limits.max_iterations, `${by} is ${needs}`)] : [],
    ),
    // One confirmation may be run beyond the limit, and a base that meets the goal counts as well.
    ...(criteria.stable_iterations_required > limits.max_iterations + 2
      ? [
          never(
            'the run succeeds',
            limits.max_iterations,
            `stable_iterations_required is ${criteria.stable_iterations_required}`,
          ),
        ]
      : []),
  ];
}

function ofScored(criteria: ScoredCriteria, { limits }: FirmwareLoopInput): string[] {
  return [
    ...(criteria.stability_window > limits.max_iterations + 2
      ? [
          never(
            'the stability is judged over its whole window',
            limits.max_iterations,
            `stability_window is ${criteria.stability_window}`,
          ),
        ]
      : []),
    ...(criteria.min_pass_rate > criteria.target_pass_rate
      ? [
          `min_pass_rate ${criteria.min_pass_rate} is above target_pass_rate ${criteria.target_pass_rate}: no run converges short of its target.`,
        ]
      : []),
  ];
}

function never(what: string, iterations: number, because: string): string {
  return `Within ${counted(iterations, 'iteration')} it never comes about that ${what}: ${because}.`.replaceAll(
    '\u00a0',
    ' ',
  );
}

function ofMode({ mode, strategies, plateau }: FirmwareLoopInput): string[] {
  if (mode !== 'auto' || strategies.length > 1 || !plateau.auto_retry_with_different_strategy) return [];
  return [
    'In the mode auto a run that gets stuck switches to another agent, but this one has only one: it fails then.',
  ];
}
