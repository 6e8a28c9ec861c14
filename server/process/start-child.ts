import type { CommandSpec } from './command.ts';
import type { Launch } from './launch.ts';
import { keepSpares, type Spares } from './spare.ts';
import { spawnLaunch } from './spawn-launch.ts';
import type { StartedChild } from './started-child.ts';

let spares: Spares | undefined;

/** From now on sandboxes are kept ready in this process for commands that are run again; until the answer is called. */
export function keepSandboxesReady(): () => Promise<void> {
  const kept = keepSpares();
  spares = kept;
  return async () => {
    spares = undefined;
    await kept.close();
  };
}

/** Starts a child, or returns the system's error. */
export function startChild(launch: Launch, stdin: CommandSpec['stdin']): StartedChild | { error: unknown } {
  try {
    const child = spares?.take(launch) ?? spawnLaunch(launch, stdin);
    spares?.keep(launch, child.exited);
    return child;
  } catch (error) {
    return { error };
  }
}
