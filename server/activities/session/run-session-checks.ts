import type { runSessionChecks as contract } from '#lib/activities/session.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { openSessionTree, sessionInputOf } from './facts.ts';
import { keepText } from './keep-text.ts';
import { notingWhatIsLeft } from './left-by-checks.ts';
import { runLine } from './run-line.ts';
import { openTranscript } from './transcript.ts';

/** The project's own commands, one after the other until one fails: only what is run here counts. */
export const runSessionChecks: Perform<typeof contract> = async ({ checks, tree: standing }, context) => {
  const [{ commands }, { git, workspace }] = await Promise.all([
    sessionInputOf(context),
    openSessionTree(context, standing),
  ]);
  const transcript = openTranscript(context, context.iteration);
  const evidence = [{ kind: 'log' as const, id: context.activityId, label: 'output of the checks' }];
  for (const check of checks) {
    const shell = commands[check];
    if (shell === null) continue;
    const ran = await notingWhatIsLeft(git, workspace, () => runLine(context, workspace, { argv: { shell } }));
    const summary = oneSentence(`\`${shell}\` ${ran.ok ? 'passed' : ran.reason}`);
    transcript.add({ conversation: 'brain', kind: 'check', subject: check, text: summary });
    if (ran.ok) continue;
    await transcript.close();
    const outputId = await keepText(
      context,
      check,
      `\`${shell}\` ${ran.reason}. The end of its output:\n\n${ran.tail}`,
    );
    return { ok: false, failed: check, summary, outputId, evidence };
  }
  await transcript.close();
  const names = checks.filter((check) => commands[check] !== null);
  const summary = names.length === 0 ? 'there was nothing to check' : `${names.join(' and ')} passed`;
  return { ok: true, failed: null, summary, outputId: null, evidence: names.length === 0 ? [] : evidence };
};
