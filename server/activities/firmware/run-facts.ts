import { type FirmwareLoopConfig, firmwareLoopSchema } from '#lib/config/firmware-loop.ts';
import { type FirmwareLoopInput, firmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { runInput } from '#server/store/run-input.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';

/** What the run was launched with. */
export async function inputOf(context: ActivityContext): Promise<FirmwareLoopInput> {
  return firmwareLoopInput.parse(await runInput(context.host.pool, context.runId));
}

/** The project file as `load-config` read and stored it for this run. */
export async function configOf(context: ActivityContext): Promise<FirmwareLoopConfig> {
  const hash = await artifactOf(context.host.pool, { runId: context.runId, kind: 'config', name: 'config' });
  if (hash === null)
    throw new ActivityFailure('CONFIG_INVALID', 'the project file of this run was never loaded', { final: true });
  const cached = cache.get(hash);
  if (cached !== undefined) return cached;
  const stored: unknown = JSON.parse((await context.host.artifacts.get(hash)).toString('utf8'));
  const config = firmwareLoopSchema.parse(stored);
  if (cache.size >= cachedConfigs) cache.clear();
  cache.set(hash, config);
  return config;
}

/** Content-addressed, so a cached one can never be out of date. */
const cache = new Map<string, FirmwareLoopConfig>();
const cachedConfigs = 100;
