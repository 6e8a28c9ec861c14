import type { BoardChange } from '#lib/boards/difference.ts';
import { importInventory } from '#server/boards/import-inventory.ts';
import { signed } from '#server/store/signed.ts';
import { actor } from '../../actor.ts';
import { type ExitCode, exitCode } from '../../exit-code.ts';
import { readInput } from '../../read-input.ts';
import { withStack } from '../../with-stack.ts';

interface ImportOptions {
  readonly site: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `firmloop boards import`: takes a list of boards over, or says what that would change. */
export async function boardsImport(path: string, { site, dryRun = undefined, json }: ImportOptions): Promise<ExitCode> {
  const text = await readInput(path, 'list of boards');
  const by = actor();
  const imported = await withStack({ runner: false }, ({ pool }) =>
    importInventory(signed(pool, { actor: by, door: 'cli', address: null }), {
      text,
      site,
      by,
      reach: { projects: null, sites: null },
      dryRun: dryRun === true,
    }),
  );
  if (json) {
    console.log(JSON.stringify({ ...imported, dryRun: dryRun === true }));
    return exitCode.success;
  }
  const { format, changes, remarks } = imported;
  for (const line of changes.flatMap(linesOf)) console.log(line);
  for (const remark of remarks) console.log(`note: ${remark}`);
  const count = (kind: BoardChange['kind']) => changes.filter((change) => change.kind === kind).length;
  const sum = `${count('add')} new, ${count('change')} changed, ${count('same')} the same`;
  console.log(dryRun ? `${format}: ${sum}; nothing was changed.` : `${format}: ${sum}.`);
  return exitCode.success;
}

const signs = { add: '+', change: '~', same: ' ' } as const satisfies Record<BoardChange['kind'], string>;

function linesOf({ name, kind, fields }: BoardChange): string[] {
  return [`${signs[kind]} ${name}`, ...fields.map(({ field, from, to }) => `    ${field}: ${from} -> ${to}`)];
}
