/** What can be told from a session's tool calls, their exit codes and its words, by code alone (design, table of signals). */
export const signalKinds = [
  'writing',
  'linting',
  'testing',
  'committing',
  'asking',
  'done',
  'lint_pass',
  'lint_fail',
  'test_pass',
  'test_fail',
] as const;
export type SignalKind = (typeof signalKinds)[number];

/** A signal in words, with the state that it speaks of. */
export const signalWords = {
  writing: 'writes code',
  linting: 'runs the linter',
  testing: 'runs the tests',
  committing: 'uses git',
  asking: 'waits for a decision',
  done: 'says that it is done',
  lint_pass: 'its lint exits with 0',
  lint_fail: 'its lint fails',
  test_pass: 'its tests exit with 0',
  test_fail: 'its tests fail',
} as const satisfies Record<SignalKind, string>;

/** What happens in a session, whichever program runs it. */
export type SessionEvent =
  /** The program's own name of the session, by which it can be resumed. */
  | { readonly type: 'session'; readonly id: string }
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool';
      readonly id: string;
      /** As the program calls it. */
      readonly tool: string;
      readonly use: 'write' | 'command' | 'read' | 'other';
      /** The file, the command or what else it is about. */
      readonly target: string;
    }
  /** `exitCode` is null where the tool has none. */
  | {
      readonly type: 'result';
      readonly id: string;
      readonly ok: boolean;
      readonly exitCode: number | null;
      readonly output: string;
    };

/** The project's own commands; a session that runs one of them is recognised whatever it is called. */
export interface KnownCommands {
  readonly lint: string | null;
  readonly test: string | null;
}

const lints =
  /\b(?:(?:make|npm run|pnpm|yarn|just|task)\s+(?:[\w./-]+\s+)*(?:lint|check-format|format-check|style)\b|clang-tidy|clang-format|cppcheck|eslint|biome|ruff|flake8|pylint|golangci-lint|cargo (?:clippy|fmt)|shellcheck|splint)/;
const tests =
  /\b(?:(?:make|npm run|pnpm|yarn|just|task)\s+(?:[\w./-]+\s+)*(?:test|tests|check|unittest)\b|npm t(?:est)?\b|ctest|pytest|cargo test|go test|vitest|jest|mocha|ceedling|west twister|bats)\b/;
const gits = /(?:^|[;&|(]\s*)git\s+(?:-[cC]\s+\S+\s+|-\S+\s+)*(?:add|commit|merge|rebase|push|cherry-pick|stash)\b/;

type Activity = 'linting' | 'testing' | 'committing';

/** What a command of the session is for; null when nothing is known of it. */
export function commandSignal(command: string, known: KnownCommands): Activity | null {
  const line = command.replace(/\s+/g, ' ').trim();
  const is = (own: string | null): boolean => own !== null && line.includes(own.replace(/\s+/g, ' ').trim());
  if (is(known.test)) return 'testing';
  if (is(known.lint)) return 'linting';
  if (gits.test(line)) return 'committing';
  if (tests.test(line)) return 'testing';
  return lints.test(line) ? 'linting' : null;
}

/** A signal with what it was read from. */
export interface Recognised {
  readonly signal: SignalKind;
  /** The tool call or the words. */
  readonly from: string;
}

const longestFrom = 200;

/** The signals of a turn in the order in which they were given; the words count only at its end. */
export function signalsOfTurn(events: readonly SessionEvent[], known: KnownCommands): readonly Recognised[] {
  const running = new Map<string, { activity: Activity; command: string }>();
  const found: Recognised[] = [];
  const add = (signal: SignalKind, from: string) => found.push({ signal, from: from.slice(0, longestFrom) });
  for (const event of events) {
    if (event.type === 'tool' && event.use === 'write') add('writing', `${event.tool} ${event.target}`);
    if (event.type === 'tool' && event.use === 'command') {
      const activity = commandSignal(event.target, known);
      if (activity === null) continue;
      add(activity, event.target);
      running.set(event.id, { activity, command: event.target });
    }
    if (event.type === 'result') {
      const ran = running.get(event.id);
      const outcome = ran === undefined ? null : outcomeOf(ran.activity, event);
      if (ran !== undefined && outcome !== null) add(outcome, `${ran.command} (${exitInWords(event)})`);
    }
  }
  const reply = replyOf(events);
  if (asks(reply)) add('asking', lastLine(reply));
  else if (saysDone(reply)) add('done', lastLine(reply));
  return found;
}

/** The last words of a turn: everything that was said after its last tool call, else what was said last. */
export function replyOf(events: readonly SessionEvent[]): string {
  const last = events.findLastIndex(({ type }) => type === 'tool' || type === 'result');
  const texts = (list: readonly SessionEvent[]) => list.flatMap((event) => (event.type === 'text' ? [event.text] : []));
  const after = texts(events.slice(last + 1));
  return (after.length > 0 ? after.join('\n') : (texts(events).at(-1) ?? '')).trim();
}

/** The same with the files of one stretch of writing together, as people read them. */
export function inStretches(recognised: readonly Recognised[]): readonly Recognised[] {
  const told: Recognised[] = [];
  for (const one of recognised) {
    const last = told.at(-1);
    if (last?.signal !== 'writing' || one.signal !== 'writing') told.push(one);
    else if (!last.from.split(', ').includes(one.from))
      told[told.length - 1] = { ...last, from: `${last.from}, ${one.from}`.slice(0, longestFrom) };
  }
  return told;
}

/** Every kind of signal once. */
export function kindsOf(recognised: readonly Recognised[]): SignalKind[] {
  return [...new Set(recognised.map(({ signal }) => signal))];
}

function outcomeOf(activity: Activity, { ok, exitCode }: Extract<SessionEvent, { type: 'result' }>): SignalKind | null {
  if (activity === 'committing') return null;
  const passed = exitCode === null ? ok : exitCode === 0;
  if (activity === 'linting') return passed ? 'lint_pass' : 'lint_fail';
  return passed ? 'test_pass' : 'test_fail';
}

function exitInWords({ ok, exitCode }: Extract<SessionEvent, { type: 'result' }>): string {
  if (exitCode !== null) return `exit ${exitCode}`;
  return ok ? 'ended well' : 'failed';
}

/** A question at the end, or a choice between numbered or lettered options that somebody is asked to make. */
function asks(reply: string): boolean {
  const end = reply
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-8);
  const question = end.some((line) => /[?？]["'*_)\]]*\s*$/.test(line));
  const options = end.filter((line) => /^\s*(?:[-*]\s*)?(?:\(?[A-Ca-c1-4][).:、]|option\s+\w)/i.test(line)).length >= 2;
  return question || (options && /\b(?:which|choose|prefer|decide|选择|哪)/i.test(end.join(' ')));
}

function saysDone(reply: string): boolean {
  return /(?:\b(?:done|completed?|finished|implemented)\b|完成)/i.test(reply);
}

function lastLine(reply: string): string {
  return (
    reply
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}
