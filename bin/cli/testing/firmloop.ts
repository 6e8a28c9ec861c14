import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../stack/root.ts';

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly cwd?: string;
}

/** A command that goes on. */
export interface Call {
  readonly ended: Promise<Ended>;
  /** Resolves when the text has appeared on either stream; rejects when the command ends without it. */
  saw(text: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** Starts `firmloop` as a person's shell does, without a terminal. */
export function call(args: readonly string[], { env = {}, stdin = '', cwd = root }: CallOptions = {}): Call {
  const { DATABASE_URL: _, FIRMLOOP_HOME: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(root, 'bin/cli/main.ts'), ...args], {
    cwd,
    env: { ...inherited, NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
      for (const look of watchers) look();
    });
  }
  child.stdin.on('error', () => undefined).end(stdin);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...written }));
  });
  return {
    ended,
    signal: (signal) => void child.kill(signal),
    saw: (text) =>
      new Promise((resolve, reject) => {
        const look = () => (written.stdout + written.stderr).includes(text) && resolve();
        watchers.add(look);
        look();
        void ended.then(({ code, stderr }) => reject(new Error(`ended with ${code} and without “${text}”: ${stderr}`)));
      }),
  };
}

/** Runs `firmloop` to its end. */
export function firmloop(args: readonly string[], options: CallOptions = {}): Promise<Ended> {
  return call(args, options).ended;
}
