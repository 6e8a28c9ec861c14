import type { Outcome } from '#lib/history/outcome.ts';

/** A file that came in. */
export type FileRow = {
  id: string;
  name: string;
  bytes: number;
  state: 'waiting' | 'working' | 'stored' | 'same' | 'set_aside';
  reason: string | null;
  format: string | null;
  counts: Readonly<Record<string, number>> | null;
  warnings: readonly { line: number | null; text: string }[];
  isKept: boolean;
  receivedAt: number;
  import: number;
  project: string;
  /** What it brought; null while nothing is stored. */
  resultSetId: string | null;
};

export type ImportRow = {
  number: number;
  projectId: string;
  project: string;
  branch: string | null;
  commit: string | null;
  build: string | null;
  environment: string | null;
  board: string | null;
  release: string | null;
  measuredAt: number;
  createdBy: string;
  files: { all: number; waiting: number; setAside: number; same: number };
  tests: { passed: number; failed: number; errors: number; skipped: number; notRun: number; flaky: number };
};

export type TestRow = {
  id: string;
  key: string;
  suite: string;
  name: string;
  strip: readonly Outcome[];
  isFailing: boolean;
  isFlaky: boolean;
  score: number | null;
  quarantined: string | null;
};

/** A test in one measurement. */
export type HistoryEntry = {
  outcome: Outcome;
  at: number;
  attempts: number;
  durationMs: number | null;
  message: string | null;
  signature: string | null;
  resultSetId: string;
  run: number | null;
  iteration: number | null;
  import: number | null;
  branch: string | null;
  commit: string | null;
  build: string | null;
  environment: string | null;
  board: string | null;
  agent: string | null;
};
