import type { ActivityContext } from '../context.ts';

/** Keeps a text as an artifact of the run; the activity's id makes its name its own. */
export async function keepText(
  { host, runId, iteration, activityId }: ActivityContext,
  name: string,
  text: string,
): Promise<string> {
  return await host.artifacts.put(
    { runId, iteration, activityId, kind: 'file', name: `${name}-${activityId}.txt` },
    text,
  );
}

/** The text of an artifact, cut in the middle when it is longer than `most` characters; empty for none. */
export async function textOf({ host }: ActivityContext, hash: string | null, most = 60_000): Promise<string> {
  if (hash === null) return '';
  const text = (await host.artifacts.get(hash)).toString('utf8');
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out …\n${text.slice(-half)}`;
}
