import { complaintsOf } from '#lib/config/issue-text.ts';
import { schemaNodeOf } from '#lib/config/json-schema.ts';
import { type Complaint, type Problem, toProblem } from '#lib/config/problem.ts';
import { readYaml } from '#lib/config/yaml-document.ts';
import { agentTaskOf, agentTasks } from '../registry.ts';
import { endings, type Playbook, type PlaybookStep, playbook } from './playbook.ts';

export type PlaybookAnswer =
  | { readonly ok: true; readonly playbook: Playbook }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a playbook strictly: whatever a task would not accept is a problem with its line. Never throws. */
export function readPlaybook(text: string): PlaybookAnswer {
  const read = readYaml(text);
  if ('problems' in read) return { ok: false, problems: read.problems };
  const { value, locate } = read.document;
  const refused = (complaints: readonly Complaint[]): PlaybookAnswer => ({
    ok: false,
    problems: complaints
      .map((complaint) => toProblem(complaint, locate(complaint.path, complaint.at)))
      .sort((one, other) => one.line - other.line),
  });
  const parsed = playbook.safeParse(value);
  if (!parsed.success) return refused(complaintsOf(parsed.error, schemaNodeOf(playbook), value));
  const complaints = parsed.data.steps.flatMap(complaintsAbout);
  return complaints.length === 0 ? { ok: true, playbook: parsed.data } : refused(complaints);
}

/** What a step cannot be for its task. */
function complaintsAbout(step: PlaybookStep, at: number): Complaint[] {
  const path = ['steps', at];
  const contract = agentTaskOf(step.task);
  if (contract === null) return [unknownTask(path, step.task)];
  const ends = endings.filter((ending) => step[ending] !== undefined);
  const [ending] = ends;
  if (ending === undefined || ends.length > 1) return [wrongEnding(path, ends)];
  const idle = (['edits', 'commands'] as const).filter((field) => step[field].length > 0 && !contract.changes);
  if (idle.length > 0)
    return idle.map((field) => ({
      path: [...path, field],
      at: 'key',
      message: `the task \`${contract.name}\` changes no files`,
    }));
  if (step.answer === undefined) return [];
  const answer = contract.answer.safeParse(step.answer);
  return answer.success
    ? []
    : complaintsOf(answer.error, schemaNodeOf(contract.answer), step.answer).map((complaint) => ({
        ...complaint,
        path: [...path, 'answer', ...complaint.path],
      }));
}

function unknownTask(path: readonly (string | number)[], task: string): Complaint {
  const known = Object.keys(agentTasks).join(', ');
  return {
    path: [...path, 'task'],
    at: 'value',
    message: `there is no task \`${task}\``,
    suggestion: `Known: ${known}.`,
  };
}

function wrongEnding(path: readonly (string | number)[], ends: readonly string[]): Complaint {
  const message = ends.length === 0 ? 'the step does not say how it ends' : `the step ends twice: ${ends.join(', ')}`;
  return { path, at: 'value', message, suggestion: `Write exactly one of ${endings.join(', ')}.` };
}
