import { exportInventory } from '#server/boards/export-inventory.ts';
import { type ExitCode, exitCode } from '../../exit-code.ts';
import { withStack } from '../../with-stack.ts';

/** `firmloop boards export`: the inventory as a file that can be imported. */
export async function boardsExport({ site }: { readonly site?: string }): Promise<ExitCode> {
  const sites = site === undefined ? null : [site];
  console.log((await withStack({ runner: false }, ({ pool }) => exportInventory(pool, sites))).trimEnd());
  return exitCode.success;
}
