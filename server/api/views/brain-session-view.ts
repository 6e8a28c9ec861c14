import type { Envelope } from '#lib/engine/envelope.ts';
import { clip } from '#lib/format/clip.ts';
import type { SessionContext } from '#lib/machines/brain-session/context.ts';
import type { RetryOf } from '#lib/machines/brain-session/input.ts';
import { deployRefusal } from '#lib/machines/brain-session/words.ts';
import { signalsOf, subjectInWords } from '#lib/sessions/judge.ts';
import type { SessionEntry } from '#server/store/session-entries.ts';

interface RunOfSession {
  readonly state: string;
  readonly finishedAt: Date | null;
  readonly snapshot: unknown;
}

/** What waits to go into the session, as it was rewritten. */
export interface ShownInstruction {
  readonly text: string;
  /** What the person said, a message each. */
  readonly said: readonly string[];
}

interface Line extends Pick<SessionEntry, 'id' | 'turn' | 'kind' | 'subject' | 'text' | 'at'> {
  readonly isCut: boolean;
  /** Where the whole of it is. */
  readonly href: string | null;
  /** How a tool call ended: `exit 2`, `ok` or `failed`, and what came of it. */
  result: { readonly subject: string; readonly text: string } | null;
}

/** More of a line is behind a link. */
const longestLine = 4_000;

const states: readonly RetryOf[] = ['review', 'lint', 'test', 'commit', 'deploy'];

/** A brain session as its page shows it: where it is, what is left of its retries, what it asks, and both conversations. */
export function brainSessionView(
  run: RunOfSession,
  entries: readonly SessionEntry[],
  { instruction, most }: { readonly instruction: ShownInstruction | null; readonly most: number },
) {
  const context = (run.snapshot as Envelope).context as unknown as SessionContext;
  const { settings, retries, passed, tree, turn, warnings, judging, refinement, outcome } = context;
  const isOpen = run.finishedAt === null;
  return {
    turn,
    outcome,
    warnings,
    commit: tree.commit,
    retries: states
      .filter((of) => of !== 'deploy' || settings.deploy !== 'never')
      .map((of) => ({ of, used: retries[of], most: settings.limits.retries[of] })),
    checks: [
      { name: 'lint', state: checkState(settings.lint, passed.lint) },
      { name: 'tests', state: checkState(settings.test, passed.test) },
      { name: 'commit', state: checkState(true, passed.committed) },
    ],
    deployment: settings.deploy === 'never' ? null : { when: settings.deploy, refusal: deployRefusal(context) },
    takesMessages: isOpen && outcome !== 'aborted',
    asking: run.state.endsWith('.PERSON')
      ? {
          about: judging.subject,
          what: subjectInWords[judging.subject],
          signals: [...signalsOf[judging.subject]].filter((signal) => signal !== 'ai_question'),
        }
      : null,
    instruction:
      run.state === 'REFINING.SHOW' && refinement?.shown != null && instruction !== null
        ? { ...instruction, shown: refinement.shown, intent: refinement.intent, from: refinement.from }
        : null,
    session: linesOf(entries, 'session'),
    brain: linesOf(entries, 'brain'),
    isCut: entries.length >= most,
  };
}

function checkState(isThere: boolean, hasPassed: boolean): 'none' | 'passed' | 'open' {
  if (!isThere) return 'none';
  return hasPassed ? 'passed' : 'open';
}

function linesOf(entries: readonly SessionEntry[], of: SessionEntry['conversation']): readonly Line[] {
  const lines: Line[] = [];
  for (const { conversation, id, turn, kind, subject, text, artifact, at } of entries) {
    if (conversation !== of) continue;
    const { text: shown, rest } = clip(text, longestLine);
    const last = lines.at(-1);
    // What a tool gave belongs to its call.
    if (kind === 'result' && last?.kind === 'tool' && last.result === null) {
      last.result = { subject, text: shown };
      continue;
    }
    const href = artifact === null ? null : `/api/artifacts/${artifact}`;
    lines.push({ id, turn, kind, subject, text: shown, isCut: rest > 0, href, at, result: null });
  }
  return lines;
}
