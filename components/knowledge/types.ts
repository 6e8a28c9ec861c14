/** What a past iteration or ending taught. Null is unknown. */
export type Lesson = {
  runId: string;
  run: number;
  project: string;
  kind: 'iteration' | 'ending';
  iteration: number;
  failure: string;
  hypothesis: string;
  summary: string;
  diff: string;
  outcome: string;
  gain: number | null;
  helped: boolean;
  strategy: string | null;
  agent: string | null;
  tokens: number | null;
  money: number | null;
  durationMs: number | null;
  at: number;
};

/** How an agent has done in a project. */
export type AgentRow = {
  project: string;
  strategy: string;
  agent: string;
  runs: number;
  patches: number;
  helped: number;
  gain: number;
  tokens: number | null;
  money: number | null;
  durationMs: number | null;
};
