import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

/** The prompts, each a file beside this one. */
export const prompts = ['system', 'firmware', 'task', 'repair', 'coding', 'session'] as const;
export type PromptName = (typeof prompts)[number];

/** A prompt with the variables that it explains. */
export interface Prompt {
  readonly says: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly text: string;
}

const head = z.strictObject({ says: z.string().min(1), variables: z.record(z.string(), z.string().min(1)) });

/** Reads a prompt; throws when what it explains and what it uses are not the same. */
export async function readPrompt(name: PromptName): Promise<Prompt> {
  const file = await readFile(new URL(`${name}.md`, import.meta.url), 'utf8');
  const [, front = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const { says, variables } = head.parse(parse(front));
  const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, variable = '']) => variable));
  const explained = Object.keys(variables);
  const odd = [...explained.filter((one) => !used.has(one)), ...[...used].filter((one) => !explained.includes(one))];
  if (odd.length > 0) throw new Error(`the prompt ${name} uses or explains ${odd.join(', ')}, but not both`);
  return { says, variables, text };
}

/** A prompt with its variables filled in; a part that is empty leaves no gap. What is filled in is not read again. */
export async function renderPrompt(name: PromptName, values: Readonly<Record<string, string>>): Promise<string> {
  const { text } = await readPrompt(name);
  return text
    .replace(/\{\{(\w+)\}\}/g, (_, variable: string) => {
      const value = values[variable];
      if (value === undefined) throw new Error(`the prompt ${name} is given no ${variable}`);
      return value;
    })
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Data between lines of tildes, of which there are more than in the data. */
export function fenced(text: string, label = ''): string {
  const longest = Math.max(3, ...[...text.matchAll(/~+/g)].map(([tildes]) => tildes.length));
  const fence = '~'.repeat(longest + 1);
  return `${fence}${label}\n${text.replace(/\n$/, '')}\n${fence}`;
}
