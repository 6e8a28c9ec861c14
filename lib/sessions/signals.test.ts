import { describe, expect, test } from 'vitest';
import { readClaudeSession } from './read/claude-code.ts';
import { readCodexSession } from './read/codex.ts';
import { readGeminiSession } from './read/gemini.ts';
import { readOpencodeSession } from './read/opencode.ts';
import { commandSignal, inStretches, kindsOf, replyOf, type SessionEvent, signalsOfTurn } from './signals.ts';

const known = { lint: './tools/style.sh', test: 'python3 run.py' };
const ran = (target: string, exitCode: number | null, ok = exitCode === 0): SessionEvent[] => [
  { type: 'tool', id: target, tool: 'Bash', use: 'command', target },
  { type: 'result', id: target, ok, exitCode, output: '' },
];
const text = (words: string): SessionEvent => ({ type: 'text', text: words });

describe('a command of the session', () => {
  test.each([
    ['make test', 'testing'],
    ['cd build && ctest --output-on-failure', 'testing'],
    ['make -C fw check', 'testing'],
    ['npm test', 'testing'],
    ['python3 run.py -v', 'testing'],
    ['make lint', 'linting'],
    ['clang-tidy src/*.c', 'linting'],
    ['bash ./tools/style.sh src', 'linting'],
    ['git add -A && git commit -m "lint"', 'committing'],
    ['git -C . merge main', 'committing'],
    ['git status', null],
    ['make', null],
    ['cat tests/test_ring.c', null],
    ['grep -rn lint .', null],
  ])('%s is %s', (command, signal) => {
    expect(commandSignal(command, known)).toBe(signal);
  });
});

describe('the signals of a turn', () => {
  test.each<[string, readonly SessionEvent[], readonly string[]]>([
    ['tests that exit with 0', ran('make test', 0), ['testing', 'test_pass']],
    ['tests that do not', ran('make test', 2), ['testing', 'test_fail']],
    [
      'lint whose exit code is not told, by whether it went well',
      ran('make lint', null, false),
      ['linting', 'lint_fail'],
    ],
    ['a commit has no outcome of its own', ran('git commit -m x', 0), ['committing']],
    ['an edit', [{ type: 'tool', id: '1', tool: 'Edit', use: 'write', target: 'a.c' }], ['writing']],
    ['a question at the end', [text('I see two ways.\nWhich one do you prefer?')], ['asking']],
    ['options to choose from', [text('Please choose:\n1. drop\n2. keep')], ['asking']],
    ['a question in Chinese', [text('要继续吗？')], ['asking']],
    ['done', [text('All done.')], ['done']],
    ['完成', [text('任务完成')], ['done']],
    ['a question in the middle only', [text('Why does it fail? Because of the sign.\nI finished it.')], ['done']],
    ['nothing', [text('Looking around')], []],
  ])('%s', (_, events, kinds) => {
    expect(kindsOf(signalsOfTurn(events, known))).toEqual(kinds);
  });

  test('say what they were read from, and a claim does not hide an exit code', () => {
    const found = signalsOfTurn([...ran('make test', 1), text('Done, all tests pass.')], known);
    expect(found).toEqual([
      { signal: 'testing', from: 'make test' },
      { signal: 'test_fail', from: 'make test (exit 1)' },
      { signal: 'done', from: 'Done, all tests pass.' },
    ]);
  });
});

test('files of one stretch of writing are told together', () => {
  const edit = (target: string): SessionEvent => ({ type: 'tool', id: target, tool: 'Edit', use: 'write', target });
  const events = [edit('a.c'), edit('a.c'), edit('b.c'), ...ran('make test', 0), edit('a.c')];
  expect(inStretches(signalsOfTurn(events, known)).map(({ from }) => from)).toEqual([
    'Edit a.c, Edit b.c',
    'make test',
    'make test (exit 0)',
    'Edit a.c',
  ]);
});

test('the reply is what was said after the last tool', () => {
  expect(replyOf([text('First.'), ...ran('make', 0), text('Then'), text('done.')])).toBe('Then\ndone.');
  expect(replyOf([text('First.'), ...ran('make', 0)])).toBe('First.');
});

describe('what a program tells of its session', () => {
  test('Claude Code: the session, tools, exit codes of what fails', () => {
    const used = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'make test' } };
    const result = {
      type: 'tool_result',
      tool_use_id: 't1',
      is_error: true,
      content: [{ type: 'text', text: 'Exit code 2\nFAIL' }],
    };
    const messages = [
      { type: 'system', subtype: 'init', session_id: 'abc' },
      { type: 'assistant', message: { content: [{ type: 'thinking', thinking: 'x' }, used] } },
      { type: 'user', message: { content: [result] } },
      { type: 'assistant', message: { content: [{ type: 'text', text: 'It fails.' }] } },
      { type: 'stream_event' },
    ];
    expect(messages.flatMap(readClaudeSession)).toEqual([
      { type: 'session', id: 'abc' },
      { type: 'tool', id: 't1', tool: 'Bash', use: 'command', target: 'make test' },
      { type: 'result', id: 't1', ok: false, exitCode: 2, output: 'Exit code 2\nFAIL' },
      { type: 'text', text: 'It fails.' },
    ]);
  });

  test('Codex: commands without the shell around them', () => {
    const item = { id: 'i', type: 'command_execution', command: "/bin/bash -lc 'make test'", exit_code: 0 };
    expect(readCodexSession({ type: 'item.completed', item })).toEqual([
      { type: 'tool', id: 'i', tool: 'exec', use: 'command', target: 'make test' },
      { type: 'result', id: 'i', ok: true, exitCode: 0, output: '' },
    ]);
    const changed = { id: 'f', type: 'file_change', changes: [{ path: 'a.c', kind: 'update' }] };
    expect(readCodexSession({ type: 'item.completed', item: changed })[0]).toMatchObject({
      use: 'write',
      target: 'a.c',
    });
  });

  test('opencode: a tool that is over, with the exit code of its shell', () => {
    const state = { status: 'completed', input: { command: 'make lint' }, output: 'x', metadata: { exit: 1 } };
    const events = readOpencodeSession({ type: 'tool_use', part: { callID: 'c', tool: 'bash', state } });
    expect(kindsOf(signalsOfTurn(events, known))).toEqual(['linting', 'lint_fail']);
  });

  test('Gemini: a tool and its result apart', () => {
    const events = [
      { type: 'tool_use', tool_name: 'run_shell_command', tool_id: 't', parameters: { command: 'ctest' } },
      { type: 'tool_result', tool_id: 't', status: 'success', output: 'Exit Code: 8' },
    ].flatMap(readGeminiSession);
    expect(kindsOf(signalsOfTurn(events, known))).toEqual(['testing', 'test_fail']);
  });

  test('nonsense tells nothing', () => {
    for (const read of [readClaudeSession, readCodexSession, readOpencodeSession, readGeminiSession])
      expect([null, 7, {}, { type: 'new.thing' }].flatMap(read)).toEqual([]);
  });
});
