import { router } from '../trpc.ts';
import { resultImports } from './results-imports.ts';
import { resultJudgements } from './results-judge.ts';
import { resultRules } from './results-rules.ts';
import { resultTests } from './results-tests.ts';

/** Test results of builds and runs, and what they say over time. */
export const resultsRouter = router({ ...resultImports, ...resultTests, ...resultJudgements, ...resultRules });
