import type { Fate } from '#lib/repair/choose/outcome.ts';
import { readCompilerText } from '#lib/repair/compile/diagnostic.ts';
import { choosingVariable, type Schema, schemaOf } from '#lib/repair/schemata/schema.ts';
import type { AgentTask } from '../agent.ts';
import type { Placed, Trial } from './attempt.ts';
import type { Tree } from './bench.ts';
import { type Built, build } from './build.ts';
import { edited } from './edited.ts';
import type { Sources } from './sources.ts';
import { judgeTree, type Suite } from './suite.ts';
import { searchTunables } from './tunables.ts';

/** Candidates that were built together, those that do not build, and those that must be built alone. */
interface Shared {
  readonly built: readonly Placed[];
  readonly broken: readonly Placed[];
  readonly alone: readonly Placed[];
}

/**
 * Builds many candidates into one program and chooses one of them for each run of the tests: most of a search is waiting
 * for compilers. What helps is tried again by `solo`, with a build of its own, and so is what cannot be built with others.
 */
export function sharedTrial(task: AgentTask, tree: Tree, sources: Sources, suite: Suite, solo: Trial): Trial {
  const files = edited(tree, sources);
  let isTrusted: boolean | null = null;

  async function buildTogether(candidates: readonly Placed[]): Promise<Shared> {
    const broken: Placed[] = [];
    let rest = candidates;
    for (let round = 0; round < searchTunables.sharedBuilds && rest.length > 0; round += 1) {
      const schemas = schemasOf(sources, rest);
      const left = new Set([...schemas.values()].flatMap((one) => one.left));
      const alone = rest.filter(({ position }) => left.has(position));
      rest = rest.filter(({ position }) => !left.has(position));
      if (rest.length === 0) return { built: [], broken, alone };
      await files.write(new Map([...schemas].map(([path, { text }]) => [path, text])));
      const made = await build(task, tree);
      if (made.ok) return { built: rest, broken, alone };
      const faulty = faultyOnes(made, schemas);
      if (faulty.size === 0) return { built: [], broken, alone: [...alone, ...rest] };
      broken.push(...rest.filter(({ position }) => faulty.has(position)));
      rest = [...rest.filter(({ position }) => !faulty.has(position)), ...alone];
    }
    return { built: [], broken, alone: rest };
  }

  async function fateOf(number: number): Promise<Fate> {
    return (await judgeTree(task, tree, suite, { [choosingVariable]: String(number) })).fate;
  }

  /** The unchanged code among its variants must behave as it does alone, or nothing that is seen here counts. */
  async function trusts(): Promise<boolean> {
    return (await fateOf(0)) === 'changes nothing';
  }

  return {
    async *try(candidates) {
      if (isTrusted === false) return yield* solo.try(candidates);
      const { built, broken, alone } = await buildTogether(candidates);
      if (built.length > 0) isTrusted ??= await trusts();
      if (isTrusted === false) return yield* solo.try(candidates);
      for (const one of broken) yield { ...one, fate: 'does not build', mended: [], newWarnings: 0 };
      for (const one of built) {
        const fate = await fateOf(one.position);
        if (fate === 'improves') yield* solo.try([one]);
        else yield { ...one, fate, mended: [], newWarnings: 0 };
      }
      yield* solo.try(alone);
    },
  };
}

function schemasOf(sources: Sources, candidates: readonly Placed[]): Map<string, Schema> {
  const schemas = new Map<string, Schema>();
  for (const path of new Set(candidates.map(({ candidate }) => candidate.path))) {
    const unit = sources.units.get(path);
    if (unit === undefined) continue;
    const variants = candidates
      .filter(({ candidate }) => candidate.path === path)
      .map(({ candidate, position }) => ({ number: position, edits: candidate.edits }));
    schemas.set(path, schemaOf(unit, variants, String(schemas.size)));
  }
  return schemas;
}

/** Positions of the candidates whose lines the compiler complains of. */
function faultyOnes({ output }: Built, schemas: ReadonlyMap<string, Schema>): Set<number> {
  const errors = readCompilerText(output).filter(({ severity }) => severity === 'error');
  const owners = errors.flatMap(({ file, at }) => {
    const [, schema] =
      [...schemas].find(([path]) => file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`)) ?? [];
    return schema?.variantAt(at.line) ?? [];
  });
  return new Set(owners);
}
