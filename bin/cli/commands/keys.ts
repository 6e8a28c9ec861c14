import { signed } from '#server/store/signed.ts';
import { listModelKeys, removeModelKey, setModelKey } from '#server/vault/model-keys.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { placeFromEnvironment } from '../../stack/options.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { readSecret } from '../read-secret.ts';
import { table } from '../table.ts';
import { withStack } from '../with-stack.ts';

const vault = () => vaultAt(placeFromEnvironment(process.env).home);

/** `firmloop keys set`: seals the key that comes on stdin; a running stack uses it from its next question on. */
export async function keysSet(name: string): Promise<ExitCode> {
  const value = await readSecret(`key ${name}`);
  await withStack({ runner: false }, async ({ pool }) => {
    const by = actor();
    await setModelKey(signed(pool, { actor: by, door: 'cli', address: null }), vault(), { name, value, by });
    console.log(`${name} is set.`);
  });
  return exitCode.success;
}

/** `firmloop keys list`: every key without its value. */
export async function keysList({ json }: { readonly json?: true }): Promise<ExitCode> {
  await withStack({ runner: false }, async ({ pool }) => {
    const keys = await listModelKeys(pool, vault());
    if (json) return console.log(JSON.stringify({ keys }));
    const rows = keys.map(({ name, setBy, setAt, trouble }) => [name, setBy, setAt.toISOString(), trouble ?? 'usable']);
    console.log(table([['key', 'set by', 'at', 'on this host'], ...rows]).join('\n'));
  });
  return exitCode.success;
}

/** `firmloop keys remove`: agents that need the key say so from then on. */
export async function keysRemove(name: string): Promise<ExitCode> {
  await withStack({ runner: false }, async ({ pool }) => {
    await removeModelKey(signed(pool, { actor: actor(), door: 'cli', address: null }), name);
    console.log(`${name} is removed.`);
  });
  return exitCode.success;
}
