import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dieWithParent } from '#server/database/die-with-parent.ts';

/** A runner as a process of its own, at the mercy of the test. */
export interface RunnerProcess {
  readonly pid: number;
  /** Resolves when it takes work; stays pending when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with its exit code once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  isAlive(): boolean;
  /** Also `SIGSTOP` and `SIGCONT`. */
  signal(signal: NodeJS.Signals): void;
  /** What it has logged. */
  log(): Promise<string>;
}

/** Where a runner works. Runners with one home share its worktrees. */
export interface RunnerPlace {
  readonly databaseUrl: string;
  readonly home: string;
  readonly slots?: number;
}

const entry = fileURLToPath(new URL('./runner-main.ts', import.meta.url));
let started = 0;

/** Starts `runner-main.ts`. */
export function startRunnerProcess({ databaseUrl, home, slots = 3 }: RunnerPlace): RunnerProcess {
  started += 1;
  const logFile = join(home, `runner-${process.pid}-${started}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(...dieWithParent('SIGKILL', process.execPath, [entry]), {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      DATABASE_URL: databaseUrl,
      FIRMLOOP_HOME: home,
      FIRMLOOP_SLOTS: String(slots),
    },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  if (child.pid === undefined) throw new Error('the runner could not be started');
  return {
    pid: child.pid,
    ready: new Promise((resolve) => child.on('message', (message) => message === 'ready' && resolve())),
    ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    signal: (signal) => void child.kill(signal),
    log: () => readFile(logFile, 'utf8'),
  };
}
