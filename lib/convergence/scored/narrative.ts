import type { ScoredCriteria } from '../criteria.ts';
import { counted } from '../format.ts';
import type { ImprovementTrend } from './trend.ts';

interface Remark {
  readonly reason: string;
  readonly recommendation?: string;
}

interface Numbers {
  readonly convergenceScore: number;
  readonly improvementTrend: ImprovementTrend;
  readonly stabilityScore: number;
  readonly confidenceLevel: number;
  readonly consecutiveFailures: number;
}

/** What the numbers say in words, and what to do about it (design §6.2). */
export function narrate(numbers: Numbers, criteria: ScoredCriteria): { reasons: string[]; recommendations: string[] } {
  const remarks = [
    graded(numbers.convergenceScore, convergenceRemarks),
    trendRemarks[numbers.improvementTrend],
    graded(numbers.stabilityScore, stabilityRemarks),
    graded(numbers.confidenceLevel, confidenceRemarks),
  ];
  const advice = remarks.flatMap(({ recommendation }) => (recommendation === undefined ? [] : [recommendation]));
  return {
    reasons: remarks.map((remark) => remark.reason),
    recommendations: [...advice, ...failureAdvice(numbers.consecutiveFailures, criteria)],
  };
}

type Grades = readonly [good: number, fair: number, remarks: readonly [Remark, Remark, Remark]];

const convergenceRemarks: Grades = [
  0.8,
  0.6,
  [
    { reason: 'the convergence score is good' },
    { reason: 'the convergence score is fair' },
    { reason: 'the convergence score is low', recommendation: 'more improvement is needed before this converges' },
  ],
];

const stabilityRemarks: Grades = [
  0.8,
  0.5,
  [
    { reason: 'results are very stable' },
    { reason: 'results are fairly stable', recommendation: 'consider a larger stability window' },
    { reason: 'results are unstable', recommendation: 'look again at the test environment and how it is used' },
  ],
];

const confidenceRemarks: Grades = [
  0.8,
  0.6,
  [
    { reason: 'confidence in the analysis is high' },
    { reason: 'confidence in the analysis is medium' },
    { reason: 'confidence in the analysis is low', recommendation: 'add test cases to raise the confidence' },
  ],
];

const trendRemarks: Record<ImprovementTrend, Remark> = {
  improving: { reason: 'the pass rate is improving' },
  stable: { reason: 'the pass rate is stable' },
  declining: { reason: 'the pass rate is declining', recommendation: 'check whether the changes broke something' },
  mixed: { reason: 'the trend of the pass rate is unclear', recommendation: 'more data is needed to see the trend' },
};

function graded(score: number, [good, fair, [best, middle, worst]]: Grades): Remark {
  if (score >= good) return best;
  return score >= fair ? middle : worst;
}

function failureAdvice(failures: number, { max_consecutive_failures }: ScoredCriteria): string[] {
  return failures < max_consecutive_failures
    ? []
    : [`${counted(failures, 'iteration')} in a row under 50 %: consider opening the circuit breaker`];
}
