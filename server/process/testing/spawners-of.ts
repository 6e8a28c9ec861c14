import { allProcesses, readEnvironment } from '../proc-table.ts';

/** The processes that start commands for this one. */
export async function spawnersOf(pid: number): Promise<number[]> {
  const marked = await Promise.all(
    (await allProcesses()).map(async (one) => {
      const environment = (await readEnvironment(one)) ?? '';
      return environment.split('\0').includes(`FIRMLOOP_SPAWNER_OF=${pid}`) ? one : null;
    }),
  );
  return marked.filter((one) => one !== null);
}
