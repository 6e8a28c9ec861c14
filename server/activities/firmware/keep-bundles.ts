import { largestBytes } from '#server/artifacts/artifact-store.ts';
import { fileKnownBase } from '#server/store/bundles.ts';
import { bundleBase, bundleIteration } from '#server/workspace/bundle-iteration.ts';
import { storeBytes } from '#server/workspace/store-bytes.ts';
import type { ActivityContext } from '../context.ts';
import type { OpenedTree } from './workspace.ts';

/** A copy that is so much larger than what may be kept is not even packed: history alone decides what a bundle weighs. */
const hopelessBytes = 4 * largestBytes;

/** Keeps the base commit, so that a host without the repository can go on with the run. A large history is left out. */
export async function keepBase(context: ActivityContext, { git, workspace }: OpenedTree): Promise<void> {
  const { runId, host } = context;
  const name = `base-${workspace.baseCommit}.bundle`;
  context.stored();
  if (await fileKnownBase(host.pool, runId, name)) return;
  if ((await storeBytes(git, workspace)) > hopelessBytes) return context.log.say(tooLarge('the base commit'));
  const bundle = await bundleBase(git, workspace, largestBytes);
  await keep(context, { iteration: 0, name, what: 'the base commit', bundle });
}

/** Keeps an iteration's commit as soon as there is one: whoever goes on with the run elsewhere starts from it. */
export async function keepIteration(
  context: ActivityContext,
  { git, workspace }: OpenedTree,
  iteration: number,
): Promise<void> {
  const bundle = await bundleIteration(git, workspace, iteration, largestBytes);
  await keep(context, { iteration, name: 'iteration.bundle', what: `iteration ${iteration}`, bundle });
}

interface Kept {
  readonly iteration: number;
  readonly name: string;
  readonly what: string;
  readonly bundle: Awaited<ReturnType<typeof bundleBase>>;
}

async function keep(context: ActivityContext, { iteration, name, what, bundle }: Kept): Promise<void> {
  const { runId, activityId, host } = context;
  if (!bundle.ok) {
    const { code, reason } = bundle;
    return context.log.say(code === 'TOO_LARGE' ? tooLarge(what) : `${what} is not kept for other hosts: ${reason}`);
  }
  const filing = { runId, iteration, kind: 'bundle', name, activityId } as const;
  await host.artifacts.put(filing, bundle.bytes, { raw: true, mediaType: 'application/x-git-bundle', withEnd: true });
}

function tooLarge(what: string): string {
  return `${what} is not kept for other hosts: its history is larger than ${largestBytes / 1024 / 1024} MB`;
}
