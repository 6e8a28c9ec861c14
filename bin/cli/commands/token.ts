import { tokenScopes } from '#lib/access/roles.ts';
import { DomainError } from '#lib/errors.ts';
import { makeRunnerIdentity } from '#server/auth/make-runner-identity.ts';
import { makeToken } from '#server/auth/make-token.ts';
import { ownerId } from '#server/store/people/owner.ts';
import { revokeRunnerIdentity, runnerIdentities } from '#server/store/people/runner-identities.ts';
import { revokeToken, tokenRows } from '#server/store/people/tokens.ts';
import { signed } from '#server/store/signed.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { table } from '../table.ts';
import { withStack } from '../with-stack.ts';

interface CreateOptions {
  readonly scope?: readonly string[];
  readonly days: number;
  readonly runner?: true;
  readonly site?: string;
  readonly json?: true;
}

/** `firmloop token create`: prints a token of the owner's, or the address for a runner of its own, this once. */
export async function tokenCreate(name: string, options: CreateOptions): Promise<ExitCode> {
  const { days, runner = false, site = null, json } = options;
  const scopes = runner ? [] : scopesOf(options.scope ?? []);
  await withStack({ runner: false }, async ({ pool: plain, databaseUrl }) => {
    const by = actor();
    const pool = signed(plain, { actor: by, door: 'cli', address: null });
    const made = runner
      ? await makeRunnerIdentity(pool, { name, site, days, by, databaseUrl })
      : await makeToken(pool, { name, scopes, projectId: null, days, personId: await ownerId(pool) });
    if (json) console.log(JSON.stringify(made));
    else console.log('secret' in made ? made.secret : made.databaseUrl);
  });
  return exitCode.success;
}

/** `firmloop token list`: every token and every runner's identity, and when each was used last. */
export async function tokenList({ json }: { readonly json?: true }): Promise<ExitCode> {
  await withStack({ runner: false }, async ({ pool }) => {
    const tokens = await tokenRows(pool, null);
    const runners = await runnerIdentities(pool);
    if (json) return console.log(JSON.stringify({ tokens, runners }));
    const rows = [
      ...tokens.map((one) => [one.id, one.name, one.status, one.scopes.join(' '), used(one.lastUsedAt)]),
      ...runners.map((one) => [
        one.id,
        one.name,
        one.status,
        `runner ${one.site ?? 'of any site'}`,
        used(one.lastUsedAt),
      ]),
    ];
    console.log(table([['id', 'name', 'status', 'may', 'last used'], ...rows]).join('\n'));
  });
  return exitCode.success;
}

/** `firmloop token revoke`: ends a token or a runner's identity at once. */
export async function tokenRevoke(id: string): Promise<ExitCode> {
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id))
    throw new DomainError('BAD_INPUT', `${id} is no id.`, { next: '`firmloop token list` shows the ids.' });
  await withStack({ runner: false }, async ({ pool: plain }) => {
    const pool = signed(plain, { actor: actor(), door: 'cli', address: null });
    const ended = (await revokeToken(pool, id, null)) !== null || (await revokeRunnerIdentity(pool, id));
    if (!ended) throw new DomainError('NOT_FOUND', `There is no token ${id} that could be revoked.`);
    console.log(`${id} is revoked.`);
  });
  return exitCode.success;
}

function scopesOf(names: readonly string[]): (typeof tokenScopes)[number][] {
  if (names.length === 0)
    throw new DomainError('BAD_INPUT', 'A token needs to know what it may do.', {
      next: `Give --scope: ${tokenScopes.join(', ')}.`,
    });
  return names.map((name) => {
    const scope = tokenScopes.find((known) => known === name);
    if (scope === undefined)
      throw new DomainError('BAD_INPUT', `There is no scope ${name}.`, { next: `Known: ${tokenScopes.join(', ')}.` });
    return scope;
  });
}

function used(at: Date | null): string {
  return at === null ? 'never' : at.toISOString();
}
