import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Home } from './home.ts';
import type { Progress } from './progress.ts';
import { root } from './root.ts';
import { type Supervised, supervise } from './supervise.ts';

/** Starts one runner. It says `process.send('ready')` when it takes work, and gives its work back on SIGTERM. */
export function startRunner(
  home: Home,
  env: NodeJS.ProcessEnv,
  progress: Progress,
  entry = join(root, 'server', 'runner', 'main.ts'),
): Promise<Supervised> {
  const spec = {
    name: 'runner',
    command: process.execPath,
    args: [entry],
    env: { NODE_COMPILE_CACHE: home.compiled, ...env },
    stopSignal: 'SIGTERM',
    logFile: join(home.logs, 'runner.log'),
    channel: 'ipc',
    isReady: saysReady,
  } as const;
  return supervise(spec, progress);
}

async function saysReady(child: ChildProcess, signal: AbortSignal): Promise<void> {
  for (;;) {
    const [message] = await once(child, 'message', { signal });
    if (message === 'ready') return;
  }
}
