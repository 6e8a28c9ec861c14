import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { work } from '#lib/agents/tasks/common.ts';
import { session } from '#lib/agents/tasks/session.ts';
import { type Heard, startModelServer } from '#server/testing/model-server/model-server.ts';
import { says, type Turn, uses } from '#server/testing/model-server/turn.ts';
import type { SessionLink } from '../task-agent.ts';
import { agentConfig, callOf, poolForFile } from '../testing.ts';
import { cliAgent } from './cli.ts';

/** `npm` installs the programs (1.2 GB) into a temporary folder; a folder in which they are is used as it is. */
const where = process.env.FIRMLOOP_CODING_AGENTS;

/** What the model has each program do, with the names of its own tools: read, edit, and say so. */
const programs = {
  'claude-code': {
    package: '@anthropic-ai/claude-code@2.1.332',
    bin: 'claude',
    key: 'ANTHROPIC_API_KEY',
    model: 'claude-sonnet-4-5',
    edit: (file: string): Turn[] => [
      uses('Read', { file_path: file }),
      uses('Edit', { file_path: file, old_string: 'int a;', new_string: 'int a = 1;' }),
    ],
  },
  codex: {
    package: '@openai/codex@0.171.0',
    bin: 'codex',
    key: 'CODEX_API_KEY',
    model: 'gpt-5',
    edit: (): Turn[] => [uses('exec_command', { cmd: 'sed -i "s/int a;/int a = 1;/" a.c' })],
  },
  opencode: {
    package: 'opencode-ai@1.18.33',
    bin: 'opencode',
    key: 'OPENAI_API_KEY',
    model: 'tiny',
    edit: (file: string): Turn[] => [
      uses('read', { filePath: file }),
      uses('edit', { filePath: file, oldString: 'int a;', newString: 'int a = 1;' }),
    ],
  },
} as const;

const pool = poolForFile();
let folder = '';

describe.skipIf(where === undefined)(
  'the program itself, against a model that follows a script',
  { timeout: 300_000 },
  () => {
    beforeAll(() => {
      if (where?.startsWith('/')) folder = where;
      else {
        folder = mkdtempSync(join(tmpdir(), 'firmloop-programs-'));
        const packages = Object.values(programs).map((one) => one.package);
        execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages], {
          stdio: 'ignore',
        });
      }
    }, 900_000);

    afterAll(() => {
      if (folder !== where) rmSync(folder, { recursive: true, force: true });
    });

    test.each(Object.keys(programs) as (keyof typeof programs)[])(
      '%s edits a file behind the walls',
      async (preset) => {
        const { bin, key, model, edit } = programs[preset];
        let turns: Turn[] = [];
        const server = await startModelServer((heard) =>
          isTalk(heard) ? (turns.shift() ?? says('{"summary":"set a"}')) : says('A title'),
        );
        process.env[key] = 'sk-test-key-of-the-server';
        const base_url = preset === 'claude-code' ? server.origin : server.baseUrl;
        const command = [join(folder, 'node_modules', '.bin', bin)];
        const config = agentConfig({ use: 'cli', preset, command, model, base_url, silence: '2m' });
        const made = callOf(pool(), config, { files: { 'a.c': 'int a;\n' } });
        turns = edit(join(made.folder, 'a.c'));
        const said = await cliAgent.perform(work, { order: 'set a to 1', constraints: [], context: '' }, made.call);
        await server.close();
        expect(said, made.lines.join('\n')).toMatchObject({ outcome: 'answered', answer: { summary: 'set a' } });
        expect(readFileSync(join(made.folder, 'a.c'), 'utf8')).toBe('int a = 1;\n');
        expect(said.spent.tokens?.output).toBeGreaterThanOrEqual(40);
        expect(server.heard[0]?.text).toContain('set a to 1');
      },
    );

    test.each(['claude-code', 'codex', 'opencode'] as const)(
      '%s goes on with its session, and each turn costs what it costs',
      async (preset) => {
        const { bin, key, model } = programs[preset];
        const server = await startModelServer(() => says('done'));
        process.env[key] = 'sk-test-key-of-the-server';
        const base_url = preset === 'claude-code' ? server.origin : server.baseUrl;
        const command = [join(folder, 'node_modules', '.bin', bin)];
        const config = agentConfig({ use: 'cli', preset, command, model, base_url, silence: '2m' });
        const sessions = mkdtempSync(join(tmpdir(), 'firmloop-sessions-'));
        onTestFinished(() => rmSync(sessions, { recursive: true, force: true }));
        const made = callOf(pool(), config, { files: { 'a.c': 'int a;\n' } });
        let resume: string | null = null;
        const costs: (number | undefined)[] = [];
        for (const instruction of ['begin', 'go on', 'end']) {
          const link: SessionLink = {
            resume,
            folder: sessions,
            hear: (event) => {
              if (event.type === 'session') resume = event.id;
            },
          };
          const said = await cliAgent.perform(session, { instruction, story: '' }, { ...made.call, session: link });
          expect(said.outcome, made.lines.join('\n')).toBe('answered');
          costs.push(said.spent.tokens?.output);
        }
        await server.close();
        expect(costs).toEqual([20, 20, 20]);
      },
    );
  },
);

/** Programs also have their conversation named; that is no talk with tools. */
function isTalk({ body }: Heard): boolean {
  return Array.isArray(body.tools) && body.tools.length > 0;
}
