import { type FirmwareLoopConfig, firmwareLoopSchema } from '#lib/config/firmware-loop.ts';
import { firmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { remember } from '#lib/remember.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { filedArtifact } from '../filed.ts';
import { mostRuns, rememberedInput } from '../remembered-input.ts';

/** What the run was launched with; it never changes. */
export const inputOf = rememberedInput(firmwareLoopInput);

/** The project file as `load-config` read and stored it for this run, once, before anything else needs it. */
export async function configOf(context: ActivityContext): Promise<FirmwareLoopConfig> {
  return await configs(context.runId, async () => {
    const hash = await filedArtifact(context, { kind: 'config', name: 'config' });
    if (hash === null)
      throw new ActivityFailure('CONFIG_INVALID', 'the project file of this run was never loaded', { final: true });
    return await artifactAs(context.host.artifacts, hash, firmwareLoopSchema);
  });
}

const configs = remember<FirmwareLoopConfig>(mostRuns);
