import { createLoader, createSerializer, parseAsArrayOf, parseAsString } from 'nuqs/server';
import type { Firmware, LaunchDraft } from '#components/launch/types.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { writtenValue } from '#lib/launch/written-value.ts';
import { parseAsChanges } from '../../../_lib/parse-as-changes.ts';

const field = parseAsString.withDefault('');

/** How a draft stands in the address. */
export const draftFields = {
  folder: field,
  ref: field,
  goal: field,
  environment: field,
  agents: parseAsArrayOf(parseAsString).withDefault([]),
  mode: field,
  preset: field,
  set: parseAsChanges.withDefault({}),
  snapshot: field,
};

const serialize = createSerializer(draftFields);

/** Reads a draft out of an address, as far as it says something. */
export const loadDraft = createLoader(draftFields);

/** What may be launched. */
export interface Offered {
  readonly known: readonly Firmware[];
  readonly examples: readonly Firmware[];
}

/** A draft with what an address leaves open: firmware to begin with, and whether it needs a snapshot. */
export function wholeDraft(stored: LaunchDraft, { known, examples }: Offered): LaunchDraft {
  const folder = stored.folder || (examples[0] ?? known[0])?.folder || '';
  const needsSnapshot = examples.some((one) => one.folder === folder && one.needsSnapshot);
  return { ...stored, folder, snapshot: stored.snapshot || (needsSnapshot ? 'yes' : '') };
}

/** These two have options of their own on the command line. */
const ownOptions = { maxIterations: 'limits.max_iterations', timeoutMinutes: 'limits.timeout_minutes' } as const;

/** The address of a form that is filled in with these choices. */
export function launchAddress(choices: LaunchChoices, more: Readonly<Record<string, string>> = {}): string {
  const { folder, ref, goal, environment, agents, mode, preset, set, snapshot } = choices;
  const written = Object.entries(ownOptions).flatMap(([name, path]) => {
    const value = choices[name as keyof typeof ownOptions];
    return value === undefined ? [] : [[path, String(value)] as const];
  });
  const search = serialize({
    folder,
    ref: ref ?? '',
    goal: goal ?? '',
    environment: environment ?? '',
    agents: [...(agents ?? [])],
    mode: mode ?? '',
    preset: preset ?? '',
    set: {
      ...Object.fromEntries(Object.entries(set ?? {}).map(([path, value]) => [path, String(value)])),
      ...Object.fromEntries(written),
    },
    snapshot: snapshot ? 'yes' : '',
  });
  return `/runs/new${search}&${new URLSearchParams(more)}`;
}

/** What a draft chooses; empty fields are left to the project file. */
export function choicesOf(draft: LaunchDraft): LaunchChoices {
  const { folder, ref, goal, environment, agents, preset, snapshot } = draft;
  const mode = (['interactive', 'ci', 'auto'] as const).find((one) => one === draft.mode);
  const maxIterations = writtenValue(draft.set[ownOptions.maxIterations] ?? '');
  const timeoutMinutes = writtenValue(draft.set[ownOptions.timeoutMinutes] ?? '');
  const isOwn = (path: string) =>
    (path === ownOptions.maxIterations && typeof maxIterations === 'number') ||
    (path === ownOptions.timeoutMinutes && typeof timeoutMinutes === 'number');
  const set = Object.entries(draft.set)
    .filter(([path]) => !isOwn(path))
    .map(([path, text]) => [path, text === 'null' ? null : writtenValue(text)] as const);
  return {
    folder: folder.trim(),
    ...(ref.trim() && { ref: ref.trim() }),
    ...(goal.trim() && { goal: goal.trim() }),
    ...(environment && { environment }),
    ...(agents.length > 0 && { agents: [...agents] }),
    ...(mode && { mode }),
    ...(preset && { preset }),
    ...(typeof maxIterations === 'number' && { maxIterations }),
    ...(typeof timeoutMinutes === 'number' && { timeoutMinutes }),
    ...(set.length > 0 && { set: Object.fromEntries(set) }),
    ...(snapshot && { snapshot: true }),
  };
}
