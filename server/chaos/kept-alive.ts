import { setTimeout as wait } from 'node:timers/promises';
import { type RunnerPlace, type RunnerProcess, startRunnerProcess } from './runner-process.ts';

/** A runner that is started again whenever it ends, as `npm start` does. */
export interface KeptAlive {
  /** Kills whatever stands there now, also in the middle of its start. Gives its process id; null when nothing did. */
  kill(): number | null;
  /** What all of its processes have logged. */
  log(): Promise<string>;
  /** Ends it gently. */
  stop(): Promise<void>;
}

const restartAfterMs = 100;

export function keepRunnerAlive(place: RunnerPlace): KeptAlive {
  const processes: RunnerProcess[] = [];
  let stopping = false;
  const loop = keep();

  async function keep(): Promise<void> {
    while (!stopping) {
      const runner = startRunnerProcess(place);
      processes.push(runner);
      await runner.ended;
      await wait(restartAfterMs);
    }
  }

  return {
    kill() {
      const last = processes.at(-1);
      if (last === undefined || !last.isAlive()) return null;
      last.signal('SIGKILL');
      return last.pid;
    },
    async log() {
      return (await Promise.all(processes.map((one) => one.log()))).join('');
    },
    async stop() {
      stopping = true;
      processes.at(-1)?.signal('SIGTERM');
      await loop;
    },
  };
}
