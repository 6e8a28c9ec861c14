import { expect, test } from 'vitest';
import {
  begun,
  committed,
  deploys,
  judge,
  nonsense,
  play,
  refined,
  type Script,
  tell,
} from '#lib/machines/brain-session/testing/script.ts';
import type { ScriptedRun } from '#lib/machines/testing/scripted.ts';
import type { SessionEntry } from '#server/store/session-entries.ts';
import { brainSessionView } from './brain-session-view.ts';

const view = ({ state, envelope }: ScriptedRun, entries: readonly SessionEntry[] = []) =>
  brainSessionView(
    { state, finishedAt: envelope.status === 'done' ? new Date(0) : null, snapshot: envelope },
    entries,
    { instruction: { text: 'Count the frames.', said: ['and count them'] }, most: 3 },
  );
const message = { type: 'USER_MESSAGE', text: 'and count them' };
const line = (id: string, conversation: SessionEntry['conversation'], text = 'x'): SessionEntry => ({
  id,
  turn: 1,
  conversation,
  kind: 'text',
  subject: '',
  text,
  artifact: null,
  at: 0,
});

test('a session at work shows its checks, its retries, and why it is not deployed yet', () => {
  const shown = view(play(begun(deploys('asked')), {}, 'TESTING'));
  expect(shown.checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'lint passed',
    'tests open',
    'commit open',
  ]);
  expect(shown.retries).toContainEqual({ of: 'review', used: 0, most: 5 });
  expect(shown.deployment?.refusal).toMatch(/tests, commit still to come/);
  expect(shown).toMatchObject({ asking: null, instruction: null, takesMessages: true });
});

test.each<[string, Script, object]>([
  [
    'its security',
    { 'judge-session': judge({ security: nonsense }) },
    { about: 'security', signals: ['no_issue', 'has_issue'] },
  ],
  ['the message of its commit', { 'judge-session': judge({ commit_message: nonsense }) }, { about: 'commit_message' }],
])('a judge that cannot be read of %s asks a person', (_, script, asking) => {
  expect(view(play(begun(), script)).asking).toMatchObject(asking);
});

test('an instruction is shown only while it waits to go in', () => {
  const refining = tell(begun(), message).run;
  expect(view(refining).instruction).toBeNull();
  const shown = play(refining, { 'refine-message': refined('develop') });
  expect(view(shown).instruction).toEqual({
    text: 'Count the frames.',
    said: ['and count them'],
    shown: 'i1',
    intent: 'develop',
    from: 'DEVELOPING',
  });
});

test('a session that has ended takes no messages, and says what it has committed', () => {
  const ended = view(play(begun(), { 'commit-work': committed({ commit: 'abc' }) }));
  expect(ended).toMatchObject({ takesMessages: false, commit: 'abc', outcome: 'completed', warnings: [] });
});

test('what a tool gave stands with its call', () => {
  const call = { ...line('1', 'session', 'make test'), kind: 'tool', subject: 'shell' } as const;
  const result = { ...line('2', 'session', '1 failed'), kind: 'result', subject: 'exit 2' } as const;
  expect(view(begun(), [call, result]).session).toMatchObject([
    { kind: 'tool', text: 'make test', result: { subject: 'exit 2', text: '1 failed' } },
  ]);
});

test('lines stand in their own conversation, long ones are cut, and it is said when some are left out', () => {
  const lines = [line('1', 'session', 'y'.repeat(5_000)), line('2', 'brain'), line('3', 'session')];
  const shown = view(begun(), lines);
  expect(shown.session.map(({ id, isCut }) => [id, isCut])).toEqual([
    ['1', true],
    ['3', false],
  ]);
  expect(shown.brain.map(({ id }) => id)).toEqual(['2']);
  expect(shown.isCut).toBe(true);
});
