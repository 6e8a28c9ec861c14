import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandOptions, CommandOutcome, CommandSpec } from '../command.ts';
import { runCommand } from '../run-command.ts';
import type { SandboxPolicy } from '../sandbox.ts';

export interface Trial {
  outcome: CommandOutcome;
  output: Buffer;
  stdout: string;
  spec: CommandSpec;
  /** From the call to the outcome. */
  wallMs: number;
}

/** A command with tight limits and a marker of its own. */
export function trialSpec(argv: CommandSpec['argv'], changes: Partial<CommandSpec> = {}): CommandSpec {
  const limits = { deadlineMs: 20_000, outputCapBytes: 1_000_000, graceMs: 300, stdin: 'closed' } as const;
  return { argv, cwd: tmpdir(), env: {}, ...limits, marker: `trial/${randomUUID()}`, ...changes };
}

/** Runs a command and keeps what it printed. */
export async function attempt(
  argv: CommandSpec['argv'],
  changes: Partial<CommandSpec> = {},
  options: Omit<CommandOptions, 'onChunk'> = {},
): Promise<Trial> {
  const spec = trialSpec(argv, changes);
  const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const begin = performance.now();
  const outcome = await runCommand(spec, { ...options, onChunk: (stream, bytes) => void parts[stream].push(bytes) });
  const wallMs = performance.now() - begin;
  const stdout = Buffer.concat(parts.stdout).toString();
  return { outcome, output: Buffer.concat([...parts.stdout, ...parts.stderr]), stdout, spec, wallMs };
}

/** Locks a command into a worktree, without network. */
export function locked(
  worktree: string,
  changes: Partial<SandboxPolicy> = {},
): Pick<CommandSpec, 'cwd'> & { sandbox: SandboxPolicy } {
  return { cwd: worktree, sandbox: { worktree, network: false, whenMissing: 'refuse', ...changes } };
}

/** A new folder with a resolved path. */
export async function freshFolder(below = tmpdir(), name = 'firmloop-'): Promise<string> {
  return realpath(await mkdtemp(join(below, name)));
}
