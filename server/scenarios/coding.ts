import type { Json } from '#lib/engine/json.ts';
import type { SessionContext } from '#lib/machines/brain-session/context.ts';
import { send } from '#server/engine/send.ts';
import { finaliseRun } from '#server/finalise/finalise-run.ts';
import { artifactsOf, runsToFinalise } from '#server/store/finalise-rows.ts';
import { type SessionEntry, sessionEntries } from '#server/store/session-entries.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { eventually } from '#server/testing/eventually.ts';
import { type Files, repositoryOf } from './firmware.ts';
import { launch, type Stand, type Story, storyOf } from './kit.ts';

/** The example that the sessions of the documentation are shown with. */
export const codingExample = new URL('../../examples/debounce', import.meta.url).pathname;

/** The file of a project whose test wants `new` in its notes. */
export const codingConfig = (more = ''): string => `machine: brain-session
task: Make the notes new.
session: { use: playbook, file: playbook.yaml }
judge: { use: playbook, file: playbook.yaml }
test: grep -q new notes.txt
${more}`;

const fine = `answer: { signal: no_issue, reason: it is fine, suggestion: '' }`;
const reviews = ['function', 'edges', 'security', 'performance']
  .map((side) => `  - { task: review_${side}, times: always, ${fine} }\n`)
  .join('');
const rest = `${reviews}  - { task: judge_commit_message, times: always, ${fine} }
  - { task: write_commit_message, times: always, answer: { message: Make the notes new } }
  - { task: judge_failure, times: always, answer: { signal: code_fault, reason: it is old, suggestion: Make it new. } }
  - { task: summarise_session, answer: { summary: The notes are new. } }
`;

/** A turn of the session that writes the notes. */
export const turn = (content: string, more = ''): string =>
  `  - { task: session, edits: [{ file: notes.txt, content: ${JSON.stringify(content)} }], answer: { reply: Done. }${more} }\n`;
export const writes = turn('new\n');

/** A judge that cannot be read about security, so that an interactive session waits for a person there. */
export const noVerdict = '  - { task: review_security, unreadable: well, times: 3 }\n';
export const verdict = { about: 'security', signal: 'no_issue', suggestion: '' } as const;

/** A project with the steps of a playbook, whose judge is content unless they say otherwise. */
export function codingProject(steps: string, more = '', files: Files = {}): string {
  const playbook = `version: 1\nsteps:\n${steps}${rest}`;
  const own = { 'firmloop.yaml': codingConfig(more), 'notes.txt': 'old\n', 'playbook.yaml': playbook };
  return repositoryOf({ ...own, ...files });
}

/** A session that has ended and was wrapped up, as its user finds it. */
export interface CodingStory extends Story {
  readonly branch: string | null;
  /** The artifact of what is in no commit. */
  readonly patch: string | null;
}

/** What is done with coding sessions on a stand. */
export function codingOn(stand: () => Stand) {
  let commands = 0;

  async function launched(folder: string, mode: 'ci' | 'interactive' = 'ci'): Promise<string> {
    return await launch(stand(), folder, { mode });
  }

  async function ended(runId: string): Promise<CodingStory> {
    const { pool, home } = stand();
    const told = await storyOf(stand(), runId);
    const run = await eventually(`run ${runId} can be wrapped up`, async () =>
      (await runsToFinalise(pool, 'here')).find(({ id }) => id === runId),
    );
    await finaliseRun(pool, home, run);
    const files = await artifactsOf(pool, runId);
    const { rows } = await pool.query('SELECT report FROM run WHERE id = $1', [runId]);
    const { report } = rows[0] as { report: { branch: string | null } };
    const patch = files.find(({ name }) => name === 'uncommitted.patch')?.hash ?? null;
    return { ...told, branch: report.branch, patch };
  }

  return {
    launched,
    ended,
    story: async (folder: string): Promise<CodingStory> => await ended(await launched(folder)),

    /** Says something to a run; gives what became of it. */
    async say(runId: string, type: string, payload: { readonly [field: string]: Json }): Promise<string> {
      commands += 1;
      const event = { type, key: `said-${commands}`, actor: 'ada', payload: { by: 'ada', reason: '', ...payload } };
      return (await send(stand().engine, runId, event)).fate;
    },

    /** Waits until the run rests in exactly this state. */
    async until(runId: string, state: string): Promise<void> {
      const { pool } = stand();
      await eventually(
        `run ${runId} is in ${state}`,
        async () => (await pool.query('SELECT 1 FROM run WHERE id = $1 AND state = $2', [runId, state])).rowCount === 1,
        60_000,
      );
    },

    contextOf: async (runId: string): Promise<SessionContext> =>
      (await storedRun(stand().pool, runId)).envelope.context as unknown as SessionContext,

    said: async (runId: string): Promise<SessionEntry[]> =>
      await sessionEntries(stand().pool, { runId, until: null, limit: 500 }),
  };
}
