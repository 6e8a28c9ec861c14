import type { SessionEvent } from '../signals.ts';

/** Reads what happens in a session from one message of its program; one that is not known tells nothing. */
export type ReadSession = (message: unknown) => readonly SessionEvent[];

/** What the tools of coding agents do, by the names that they give them. */
export function kindOfTool(tool: string): Extract<SessionEvent, { type: 'tool' }>['use'] {
  const name = tool.toLowerCase();
  if (/^(?:edit|multiedit|write|notebookedit|replace|write_file|patch|apply_patch|edit_file)$/.test(name))
    return 'write';
  if (/^(?:bash|shell|run_shell_command|exec_command|command)$/.test(name)) return 'command';
  if (/^(?:read|grep|glob|ls|list|read_file|search|list_directory|read_many_files)$/.test(name)) return 'read';
  return 'other';
}

const named = ['command', 'cmd', 'file_path', 'filePath', 'path', 'pattern', 'query', 'url'] as const;

/** What a tool call is about: its command, else its file, else what it looks for. */
export function targetOf(input: Readonly<Record<string, unknown>>): string {
  const known = named.map((key) => input[key]).find((value) => typeof value === 'string');
  return typeof known === 'string' ? known : '';
}
