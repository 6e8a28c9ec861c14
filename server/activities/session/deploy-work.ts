import type { deployWork as contract } from '#lib/activities/session.ts';
import { keyRing } from '#server/vault/key-ring.ts';
import { vaultAt } from '#server/vault/vault.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { openSessionTree, sessionInputOf } from './facts.ts';
import { notingWhatIsLeft } from './left-by-checks.ts';
import { runLine } from './run-line.ts';
import { openTranscript } from './transcript.ts';

/** Runs the deploy command, or the one that rolls it back, on what was committed. It sees which commit it is, and the keys it was given. */
export const deployWork: Perform<typeof contract> = async ({ what, attempt, tree: standing }, context) => {
  const [{ deploy }, { git, workspace }] = await Promise.all([
    sessionInputOf(context),
    openSessionTree(context, standing),
  ]);
  const shell = what === 'deploy' ? deploy?.command : deploy?.roll_back;
  if (deploy === null || shell === null || shell === undefined)
    return { ok: false, summary: `there is no command to ${what}`, evidence: [] };
  const keys = await keysFor(context, deploy.keys);
  if ('lack' in keys) return { ok: false, summary: oneSentence(keys.lack), evidence: [] };
  const env = { ...keys.env, FIRMLOOP_COMMIT: standing.commit ?? '', FIRMLOOP_ATTEMPT: String(attempt) };
  const { network } = deploy;
  const ran = await notingWhatIsLeft(git, workspace, () =>
    runLine(context, workspace, { argv: { shell }, env, network }),
  );
  const summary = oneSentence(`\`${shell}\` ${ran.ok ? 'passed' : `${ran.reason}: ${lastLine(ran.tail)}`}`);
  const transcript = openTranscript(context, context.iteration);
  transcript.add({ conversation: 'brain', kind: 'check', subject: what, text: summary });
  await transcript.close();
  return { ok: ran.ok, summary, evidence: [{ kind: 'log', id: context.activityId, label: `output of the ${what}` }] };
};

async function keysFor(
  { host: { pool, home, redact } }: ActivityContext,
  names: readonly string[],
): Promise<{ readonly env: Readonly<Record<string, string>> } | { readonly lack: string }> {
  const ring = keyRing({ pool, vault: vaultAt(home), redact });
  const found = await Promise.all(names.map(async (name) => [name, await ring.keyOf(name)] as const));
  const lacking = found.flatMap(([, key]) => (key.ok ? [] : [key.reason]));
  if (lacking.length > 0) return { lack: lacking.join('; ') };
  return { env: Object.fromEntries(found.flatMap(([name, key]) => (key.ok ? [[name, key.value]] : []))) };
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
