import { join } from 'node:path';
import type { SandboxPolicy } from '#server/process/sandbox.ts';
import { toolchainFolders } from '#server/process/toolchain-folders.ts';

/**
 * The walls around whatever is built and run in a tree of a run: only the tree is writable, there is no network, toolchains
 * in PATH can be read, and of Firmloop's data folder nothing exists but the objects that the tree's git borrows, as many
 * builds ask `git describe` for their version.
 */
export function wallsAround(tree: string, { store, home }: { store: string; home: string }): SandboxPolicy {
  return {
    worktree: tree,
    hidden: [home],
    readable: [join(store, 'objects'), ...toolchainFolders()],
    network: false,
    whenMissing: 'run-bare',
  };
}
