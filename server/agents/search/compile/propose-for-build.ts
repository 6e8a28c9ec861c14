import type { CompilerMessage } from '#lib/repair/compile/diagnostic.ts';
import { linkerFindings } from '#lib/repair/compile/linker.ts';
import { type CompileRepair, repairsFor } from '#lib/repair/compile/repairs.ts';
import { applyEdits } from '#lib/repair/mutate/draft.ts';
import { type AgentTask, free, type Proposal } from '../../agent.ts';
import type { Tree } from '../bench.ts';
import { diffOf } from '../diff-of.ts';
import type { Prepared } from '../prepare.ts';
import { mayEdit } from '../sources.ts';
import type { Trees } from '../trees.ts';
import { searchTunables } from '../tunables.ts';
import { writeInside } from '../write-inside.ts';
import { type DiagnosedBuild, diagnose } from './diagnose.ts';

type Unbuildable = Extract<Prepared, { state: 'does not build' }>;

/** A file that is being mended: its text as it is tried, and what was done to it. */
interface Mending {
  readonly texts: Map<string, string>;
  readonly done: string[];
}

/** Mends what the compiler complains of, one message after the other, until the build succeeds or nothing helps. */
export async function proposeForBuild(task: AgentTask, trees: Trees, { sources }: Unbuildable): Promise<Proposal> {
  const tree = await trees.fresh('compile');
  const mending: Mending = { texts: new Map(), done: [] };
  let state = await diagnose(task, tree);
  for (let round = 0; round < searchTunables.compileRounds && !state.built.ok; round += 1) {
    const next = await mendFirst(task, tree, { state, mending, sources });
    if (next === null) break;
    state = next;
  }
  if (!state.built.ok) return { outcome: 'gave-up', reason: whyStuck(state, mending, sources), usage: free };

  const diffs = await Promise.all(
    [...mending.texts].map(([path, text]) => diffOf(task.git, path, sources.units.get(path)?.text ?? '', text)),
  );
  const diff = Buffer.concat(diffs);
  if (diff.length === 0)
    return { outcome: 'gave-up', reason: 'the code builds in an empty folder: build it anew', usage: free };
  return {
    outcome: 'patch',
    source: `compile:${mending.done.join('; ')}`.slice(0, 200),
    summary: `plausible: it builds again: ${mending.done.join('; ')}`,
    claim: `It builds again after ${mending.done.length} edits that the compiler's messages led to; that it builds does not mean that it is right.\n${mending.done.map((one) => `- ${one}`).join('\n')}`,
    diff,
    usage: free,
  };
}

interface Round {
  readonly state: DiagnosedBuild;
  readonly mending: Mending;
  readonly sources: Unbuildable['sources'];
}

/** Tries the ideas for the first message that has one which helps; null when none does. */
async function mendFirst(
  task: AgentTask,
  tree: Tree,
  { state, mending, sources }: Round,
): Promise<DiagnosedBuild | null> {
  const before = burdenOf(state);
  for (const message of worthMending(state)) {
    const { file } = message;
    const text = mending.texts.get(file) ?? sources.units.get(file)?.text;
    if (text === undefined || !mayEdit(file, task.bench.project.policy)) continue;
    const ideas = repairsFor(message, { text, symbols: sources.symbols }).slice(0, searchTunables.compileIdeas);
    for (const idea of ideas) {
      if (task.signal.aborted) return null;
      const after = await withRepair(task, tree, { file, text, idea });
      if (after !== null && (after.built.ok || isLighter(burdenOf(after), before))) {
        mending.texts.set(file, applyEdits(text, idea.edits));
        mending.done.push(`${file}:${message.at.line}: ${idea.says} (${message.text})`);
        task.log.say(mending.done.at(-1) ?? '');
        return after;
      }
      await writeInside(tree, file, text);
    }
  }
  return null;
}

async function withRepair(
  task: AgentTask,
  tree: Tree,
  { file, text, idea }: { file: string; text: string; idea: CompileRepair },
): Promise<DiagnosedBuild | null> {
  const mended = applyEdits(text, idea.edits);
  if (mended === text) return null;
  await writeInside(tree, file, mended);
  return await diagnose(task, tree);
}

/** Errors in their order; of the warnings those that a failing link may come from. */
function worthMending({ messages }: DiagnosedBuild): CompilerMessage[] {
  const errors = messages.filter(({ severity }) => severity === 'error');
  const implied = messages.filter(({ option }) => option?.includes('implicit-function-declaration'));
  return [...errors, ...implied];
}

interface Burden {
  readonly files: ReadonlySet<string>;
  readonly errors: number;
  readonly warnings: number;
  /** The line of the first error of the first file; later is better. */
  readonly first: number;
}

function burdenOf({ messages }: DiagnosedBuild): Burden {
  const errors = messages.filter(({ severity }) => severity === 'error');
  return {
    files: new Set(errors.map(({ file }) => file)),
    errors: errors.length,
    warnings: messages.length - errors.length,
    first: errors[0]?.at.line ?? Number.POSITIVE_INFINITY,
  };
}

/** Fewer errors, or the same file gets further, or other files come to be compiled. */
function isLighter(after: Burden, before: Burden): boolean {
  const isNewPlace = [...before.files].some((file) => !after.files.has(file));
  if (isNewPlace) return true;
  if (after.errors !== before.errors) return after.errors < before.errors;
  return after.first > before.first || (before.errors === 0 && after.warnings < before.warnings);
}

function whyStuck(state: DiagnosedBuild, { done }: Mending, sources: Unbuildable['sources']): string {
  const linker = linkerFindings(state.built.output, sources.symbols);
  const first = worthMending(state)[0];
  const error = first === undefined ? state.built.outcome.reason : `${first.file}:${first.at.line}: ${first.text}`;
  const tried = done.length === 0 ? '' : ` after ${done.length} edits that helped`;
  return linker.length > 0 ? linker.slice(0, 3).join('; ') : `no edit makes it build${tried}: ${error}`;
}
