import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ContextBody,
  type ContextHead,
  handEditsIn,
  readActiveContext,
  writeActiveContext,
} from './active-context.ts';
import { prdStates, taskStatuses } from './states.ts';

const head: ContextHead = {
  session_id: 'abc123',
  task_status: 'AUTO_FIX',
  auto_fix_attempts: 1,
  last_checkpoint: 'chk-202602081200',
};
const body: ContextBody = {
  requirement: 'The alarm must not flicker.',
  title: 'A calmer alarm',
  tasks: [
    { task_id: 'T1', title: 'Add a hysteresis', status: 'done' },
    { task_id: 'T2', title: 'Count the alarms', status: 'in_progress' },
  ],
};
const written = writeActiveContext(head, body);

test('the file begins with the front matter of the design', () => {
  expect(written).toMatch(
    /^---\nsession_id: "abc123"\ntask_status: AUTO_FIX\nauto_fix_attempts: 1\nlast_checkpoint: "chk-202602081200"\n---\n/,
  );
  expect(written).toContain('- [x] T1: Add a hysteresis\n- [ ] T2: Count the alarms (in hand)\n');
});

test('what was written is what is read, whatever its texts hold', () => {
  const line = fc.string({ minLength: 1, maxLength: 40 });
  const heads = fc.record({
    session_id: line,
    task_status: fc.constantFrom(...prdStates),
    auto_fix_attempts: fc.nat({ max: 10 }),
    last_checkpoint: fc.option(line),
  });
  const bodies = fc.record({
    requirement: fc.string(),
    title: fc.option(line),
    tasks: fc.array(fc.record({ task_id: line, title: line, status: fc.constantFrom(...taskStatuses) })),
  });
  fc.assert(
    fc.property(heads, bodies, (some, rest) => {
      expect(readActiveContext(writeActiveContext(some, rest))).toMatchObject({ ok: true, head: some });
    }),
  );
});

test.each<[string, (text: string) => string | null, string]>([
  ['nothing', (text) => text, ''],
  ['a removed file', () => null, 'the file was removed'],
  ['another state', (text) => text.replace('AUTO_FIX', 'EXECUTING'), 'task_status AUTO_FIX was changed to EXECUTING'],
  ['another count', (text) => text.replace('attempts: 1', 'attempts: 0'), 'auto_fix_attempts 1 was changed to 0'],
  ['another task', (text) => text.replace('[ ] T2', '[x] T2'), 'the text was changed'],
  ['a state that is none', (text) => text.replace('AUTO_FIX', 'DONE'), 'the front matter cannot be read: task_status'],
  ['no front matter', () => 'hello', 'the front matter cannot be read: it does not begin'],
  [
    'broken YAML',
    (text) => text.replace('"abc123"', '"abc'),
    'the front matter cannot be read: its front matter is no YAML',
  ],
])('%s is found as a hand edit', (_, edit, found) => {
  expect(handEditsIn(written, edit(written)).join('; ')).toContain(found);
  expect(handEditsIn(written, edit(written)).length === 0).toBe(found === '');
});

test('a file of another tool is read for resuming too', () => {
  const text = '---\ntask_status: BLOCKED\nsession_id: x\nlast_checkpoint: chk-1\nauto_fix_attempts: 0\n---\nrest\r\n';
  expect(readActiveContext(text)).toMatchObject({ ok: true, head: { task_status: 'BLOCKED' }, body: 'rest' });
});
