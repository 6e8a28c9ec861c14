import type { Tone } from '#components/ui/tone.ts';
import type { Outcome } from '#lib/history/outcome.ts';

/** How each outcome is drawn: in a strip height and fill differ beside the colour, elsewhere it has a tone with its word. */
export const outcomeFaces = {
  passed: { tone: 'good', word: 'passed', mark: 'h-4 bg-fill-pass' },
  flaky: { tone: 'attention', word: 'passed on a retry', mark: 'h-4 border border-attention bg-attention-soft' },
  failed: { tone: 'bad', word: 'failed', mark: 'h-2 bg-fill-fail' },
  error: { tone: 'bad', word: 'error', mark: 'h-2 bg-fill-error' },
  skipped: { tone: 'idle', word: 'skipped', mark: 'h-1 bg-fill-skip' },
  not_run: { tone: 'idle', word: 'not run', mark: 'h-1 border border-line-strong' },
  infra: { tone: 'idle', word: 'trouble of the bench', mark: 'h-3 border border-idle border-dashed bg-idle-soft' },
} as const satisfies Record<Outcome, { tone: Tone; word: string; mark: string }>;
