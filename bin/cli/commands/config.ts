import { join } from 'node:path';
import { explainConfig } from '#lib/config/explain.ts';
import { configJsonSchema } from '#lib/config/json-schema.ts';
import { type ConfigAnswer, machineNamedIn, parseConfig, parseConfigOf } from '#lib/config/parse.ts';
import type { ConfigurableMachine } from '#lib/config/schema.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { folderAt } from '../folder-at.ts';
import { readInput } from '../read-input.ts';
import { table } from '../table.ts';

interface ConfigOptions {
  readonly schema?: true;
  readonly json?: true;
}

/** `firmloop config`: every setting that holds for the file as it lies in the folder, committed or not. Needs no stack. */
export async function config(dir: string, options: ConfigOptions): Promise<ExitCode> {
  const path = join(folderAt(dir), 'firmloop.yaml');
  if (options.schema) {
    const machine = await readInput(path, 'project file').then(machineNamedIn, () => 'firmware-loop' as const);
    console.log(JSON.stringify(configJsonSchema(machine), null, 2));
    return exitCode.success;
  }
  const text = await readInput(path, 'project file');
  const machine = machineNamedIn(text);
  // Only the loop's settings can contradict each other.
  const answer = machine === 'firmware-loop' ? parseConfig(text) : parseConfigOf(machine, text);
  if (options.json) console.log(asJson(path, answer));
  else print(path, answer);
  return answer.ok ? exitCode.success : exitCode.badInput;
}

function asJson(path: string, answer: ConfigAnswer<ConfigurableMachine>): string {
  const settings = answer.ok ? explainConfig(answer) : [];
  return JSON.stringify({ file: path, ok: answer.ok, problems: answer.problems, settings });
}

function print(path: string, answer: ConfigAnswer<ConfigurableMachine>): void {
  for (const line of problemLines(answer.problems, path)) console.error(line);
  if (!answer.ok) {
    console.error(`firmloop: ${path} cannot be used: correct what is named above.`);
    return;
  }
  const rows = explainConfig(answer).map(({ path: setting, value, from, description }) => [
    setting,
    value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value),
    from,
    description,
  ]);
  console.log(table([['setting', 'value', 'from', 'meaning'], ...rows]).join('\n'));
}
