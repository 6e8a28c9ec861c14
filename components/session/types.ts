import type { Tone } from '#components/ui/tone.ts';

/** A line of a conversation. */
export interface Line {
  readonly id: string;
  readonly turn: number;
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly isCut: boolean;
  /** Where the whole of it is. */
  readonly href: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** How a tool call ended: `exit 2`, `ok` or `failed`, and what came of it. */
  readonly result: { readonly subject: string; readonly text: string } | null;
}

export interface Retry {
  readonly of: string;
  readonly used: number;
  readonly most: number;
}

export interface Check {
  readonly name: string;
  readonly state: 'none' | 'passed' | 'open';
}

/** Words that a machine or a judge gives, with their tones; what has none is idle. */
export const signalTones: Readonly<Record<string, Tone>> = {
  no_issue: 'good',
  has_issue: 'attention',
  ai_question: 'attention',
  code_fault: 'attention',
  test_fault: 'attention',
  unreadable: 'bad',
  writing: 'busy',
  linting: 'busy',
  testing: 'busy',
  committing: 'busy',
  asking: 'attention',
  done: 'idle',
  lint_pass: 'good',
  test_pass: 'good',
  lint_fail: 'bad',
  test_fail: 'bad',
};
