import { type CapturedCommand, captureCommand } from '#server/process/capture-command.ts';
import type { Bench } from './driver.ts';

export interface ToolCall {
  readonly argv: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | undefined;
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

export interface ToolAnswer {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it is not ok, in the program's last words where it has some. */
  readonly reason: string;
}

/** Runs a program that reaches a board from the runner. */
export async function runTool(
  bench: Bench,
  { argv, env = {}, stdin = 'closed', withinMs, signal }: ToolCall,
): Promise<ToolAnswer> {
  const { outcome, stdout, stderr } = await captureCommand(
    { argv, cwd: bench.folder, env, stdin, marker: bench.marker, deadlineMs: withinMs },
    { signal, ...(bench.watchdog && { watchdog: bench.watchdog }) },
  );
  const words = lastLine(stderr) || lastLine(stdout);
  const said = outcome.endedBy === 'exit' && words !== '' ? `: ${words}` : '';
  return { ok: outcome.exitCode === 0, stdout, stderr, reason: `${argv[0]} ${spoken(outcome)}${said}` };

  function spoken({ endedBy, reason }: CapturedCommand['outcome']): string {
    return endedBy === 'not-started' ? `could not be started: ${reason}` : reason;
  }
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').trim().slice(0, 300);
}

/** What the words of a command may name in braces. */
export type Placeholders = Readonly<Record<'name' | 'serial' | 'image', string | null>>;

/** Puts what is known of the board into the words of a command, or names what they want and nobody knows. */
export function filledIn(
  words: readonly string[],
  values: Partial<Placeholders>,
): readonly [string, ...string[]] | { readonly lacks: string } {
  const known = new Map(Object.entries(values));
  const wanted = words.flatMap((word) => [...word.matchAll(placeholder)].map(([, name = '']) => name));
  const lacks = wanted.find((name) => typeof known.get(name) !== 'string');
  if (lacks !== undefined) return { lacks };
  const [program = '', ...rest] = words.map((word) =>
    word.replace(placeholder, (_, name: string) => known.get(name) ?? ''),
  );
  return [program, ...rest];
}

const placeholder = /\{(name|serial|image)\}/g;
