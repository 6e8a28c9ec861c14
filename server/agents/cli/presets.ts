import { readClaudeCode } from '#lib/agents/coding/claude-code.ts';
import { readCodex } from '#lib/agents/coding/codex.ts';
import { readGemini } from '#lib/agents/coding/gemini.ts';
import { readOpencode } from '#lib/agents/coding/opencode.ts';
import { readClaudeSession } from '#lib/sessions/read/claude-code.ts';
import { readCodexSession } from '#lib/sessions/read/codex.ts';
import { readGeminiSession } from '#lib/sessions/read/gemini.ts';
import { readOpencodeSession } from '#lib/sessions/read/opencode.ts';
import type { SessionLink } from '../task-agent.ts';
import type { CliConfig, Preset } from './preset.ts';

const editing = 'Read,Edit,Write,Grep,Glob,Bash';

const claudeCode: Preset = {
  program: 'claude',
  tested: '2.1.332, run',
  args: ({ model }, session) => [
    ...['-p', '--output-format', 'stream-json', '--verbose', '--bare'],
    ...(session === undefined ? ['--no-session-persistence'] : resumed('--resume', session)),
    ...['--permission-mode', 'dontAsk', '--tools', editing, '--allowedTools', editing, '--max-turns', '60'],
    ...(model === undefined ? [] : ['--model', model]),
  ],
  env: ({ base_url }, session) => ({
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...(session !== undefined && { CLAUDE_CONFIG_DIR: session.folder }),
    ...(base_url !== undefined && { ANTHROPIC_BASE_URL: base_url }),
  }),
  keys: ['ANTHROPIC_API_KEY'],
  read: readClaudeCode,
  hears: readClaudeSession,
  resumes: true,
  tellsTotals: true,
};

/** Its own sandbox cannot be set up inside ours, which is the stricter one. */
const codex: Preset = {
  program: 'codex',
  tested: '0.171.0, run',
  args: ({ model, base_url }, session) => [
    ...[
      'exec',
      '--json',
      '--sandbox',
      'danger-full-access',
      '--skip-git-repo-check',
      ...(session === undefined ? ['--ephemeral'] : []),
      '--color',
      'never',
    ],
    ...['-c', 'approval_policy="never"'],
    ...(model === undefined ? [] : ['--model', model]),
    ...(base_url === undefined
      ? []
      : ['-c', 'model_provider="firmloop"', '-c', `model_providers.firmloop=${provider(base_url)}`]),
    ...(session === undefined ? [] : resumed('resume', session)),
    '-',
  ],
  env: (_, session) => (session === undefined ? {} : { CODEX_HOME: session.folder }),
  keys: ['CODEX_API_KEY'],
  read: readCodex,
  hears: readCodexSession,
  resumes: true,
  tellsTotals: true,
};

/** The words that go on with a session; none begins one. */
function resumed(word: string, { resume }: SessionLink): readonly string[] {
  return resume === null ? [] : [word, resume];
}

function provider(baseUrl: string): string {
  return `{name="firmloop",base_url=${JSON.stringify(baseUrl)},env_key="CODEX_API_KEY",wire_api="responses"}`;
}

const opencode: Preset = {
  program: 'opencode',
  tested: '1.18.33, run',
  args: ({ model, base_url }, session) => [
    ...['run', '--format', 'json', '--auto'],
    ...(session === undefined ? [] : resumed('--session', session)),
    ...(model === undefined ? [] : ['--model', base_url === undefined ? model : `firmloop/${model}`]),
  ],
  env: (config, session) => ({
    ...(session !== undefined && { XDG_DATA_HOME: session.folder }),
    OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeSettings(config)),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  }),
  keys: ['OPENAI_API_KEY'],
  read: readOpencode,
  hears: readOpencodeSession,
  resumes: true,
};

function opencodeSettings({ model, base_url }: CliConfig): object {
  const options = { baseURL: base_url, apiKey: '{env:OPENAI_API_KEY}' };
  const firmloop = {
    npm: '@ai-sdk/openai-compatible',
    name: 'firmloop',
    options,
    models: { [model ?? '']: { name: model } },
  };
  const common = { autoupdate: false, share: 'disabled' };
  return base_url === undefined ? common : { ...common, provider: { firmloop } };
}

const gemini: Preset = {
  program: 'gemini',
  tested: 'its documentation; never run',
  args: ({ model }) => ['--output-format', 'stream-json', '--yolo', ...(model === undefined ? [] : ['--model', model])],
  env: ({ base_url }) => (base_url === undefined ? {} : { GOOGLE_GEMINI_BASE_URL: base_url }),
  keys: ['GEMINI_API_KEY'],
  read: readGemini,
  hears: readGeminiSession,
  resumes: false,
};

/** It exits with 0 whatever happened, and reads its task from a file: the standard input has a name. */
const aider: Preset = {
  program: 'aider',
  tested: 'its documentation; never run',
  args: ({ model, base_url }) => [
    ...['--message-file', '/dev/stdin', '--yes-always', '--no-pretty', '--no-stream', '--no-fancy-input'],
    ...[
      '--no-check-update',
      '--analytics-disable',
      '--no-show-model-warnings',
      '--no-auto-commits',
      '--no-dirty-commits',
    ],
    ...(model === undefined ? [] : ['--model', model]),
    ...(base_url === undefined ? [] : ['--openai-api-base', base_url]),
  ],
  env: () => ({}),
  keys: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'],
  read: null,
  hears: null,
  resumes: false,
};

/** The coding agents that are known. */
export const presets = { 'claude-code': claudeCode, codex, opencode, gemini, aider } as const satisfies Record<
  NonNullable<CliConfig['preset']>,
  Preset
>;
