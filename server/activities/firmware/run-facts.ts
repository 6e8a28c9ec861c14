import { type FirmwareLoopConfig, firmwareLoopSchema } from '#lib/config/firmware-loop.ts';
import { type FirmwareLoopInput, firmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { remember } from '#lib/remember.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { runInput } from '#server/store/run-input.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';

/** What the run was launched with; it never changes. */
export async function inputOf({ host, runId }: ActivityContext): Promise<FirmwareLoopInput> {
  return await inputs(runId, async () => firmwareLoopInput.parse(await runInput(host.pool, runId)));
}

const inputs = remember<FirmwareLoopInput>(200);

/** The project file as `load-config` read and stored it for this run. */
export async function configOf(context: ActivityContext): Promise<FirmwareLoopConfig> {
  const hash = await artifactOf(context.host.pool, { runId: context.runId, kind: 'config', name: 'config' });
  if (hash === null)
    throw new ActivityFailure('CONFIG_INVALID', 'the project file of this run was never loaded', { final: true });
  return await configs(hash, async () => {
    const stored: unknown = JSON.parse((await context.host.artifacts.get(hash)).toString('utf8'));
    return firmwareLoopSchema.parse(stored);
  });
}

const configs = remember<FirmwareLoopConfig>(100);
