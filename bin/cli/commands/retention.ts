import { bytes } from '#lib/format/bytes.ts';
import { count } from '#lib/format/count.ts';
import { retentionKinds } from '#lib/retention/kinds.ts';
import { applyRetention, type Preview, previewRetention } from '#server/retention/retain.ts';
import { pinRun, unpinRun } from '#server/store/retention/pins.ts';
import { setRetentionRule } from '#server/store/retention/rules.ts';
import { signed } from '#server/store/signed.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { findRun } from '../find-run.ts';
import { table } from '../table.ts';
import { type StackUse, withStack } from '../with-stack.ts';

interface RetentionOptions {
  readonly keep?: readonly KeepChange[];
  readonly pin?: string;
  readonly why?: string;
  readonly unpin?: string;
  readonly apply?: true;
  readonly json?: true;
}

/** A kind and after how many days it goes; null keeps it for ever. */
export interface KeepChange {
  readonly kind: keyof typeof retentionKinds;
  readonly days: number | null;
}

/** `firmloop retention`: shows what would go, changes what is kept, or with `--apply` removes what is due. */
export async function retention(options: RetentionOptions): Promise<ExitCode> {
  await withStack({ runner: false }, async (stack) => {
    await change(stack, options);
    const preview = await previewRetention(stack.pool);
    if (!options.apply) return console.log(told(preview, options.json, 'would go'));
    const removed = await applyRetention(signedBy(stack), actor());
    const gone = preview.map((rule) => ({ ...rule, things: 0, rows: 0, bytes: 0, ...removed[rule.kind] }));
    return console.log(told(gone, options.json, 'went'));
  });
  return exitCode.success;
}

async function change(stack: StackUse, { keep = [], pin, why = '', unpin }: RetentionOptions): Promise<void> {
  const pool = signedBy(stack);
  const by = actor();
  for (const rule of keep) await setRetentionRule(pool, { ...rule, by });
  if (pin !== undefined) await pinRun(pool, (await findRun(stack.pool, pin)).number, { by, why });
  if (unpin !== undefined) await unpinRun(pool, (await findRun(stack.pool, unpin)).number);
}

function signedBy({ pool }: StackUse) {
  return signed(pool, { actor: actor(), door: 'cli', address: null });
}

function told(rules: readonly Preview[], json: true | undefined, word: string): string {
  if (json) return JSON.stringify({ rules });
  if (rules.length === 0) return 'Everything is kept for ever: set a rule with --keep logs=90.';
  const lines = rules.map(({ kind, days, things, rows, bytes: size }) => [
    kind,
    `after ${days} days`,
    `${count(things)} ${retentionKinds[kind].of}`,
    `${count(rows)} rows`,
    bytes(size),
  ]);
  return table([['kind', 'goes', word, '', ''], ...lines]).join('\n');
}
