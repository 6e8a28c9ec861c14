import type { Prd, PrdTask } from './prd.ts';

/** A document as it is read and archived. */
export function prdMarkdown({ title, summary, goals, non_goals, tasks }: Prd): string {
  return [
    `# ${title}`,
    '',
    summary.trim(),
    '',
    ...listed('Goals', goals),
    ...listed('Not goals', non_goals),
    '## Tasks',
    '',
    ...tasks.flatMap(taskMarkdown),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** One task of it, as an agent is told. */
export function taskMarkdown({ task_id, title, details, done_when }: PrdTask): string[] {
  return [
    `### ${task_id}: ${title}`,
    '',
    ...(details.trim() === '' ? [] : [details.trim(), '']),
    ...(done_when.length === 0 ? [] : ['Done when:', '', ...done_when.map((line) => `- ${line}`), '']),
  ];
}

function listed(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, '', ...lines.map((line) => `- ${line}`), ''];
}
