import type { ReactNode } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import type { Deed, StepInChoices, StepInKind } from './steer-types.ts';

export type StepInFieldProps = {
  kind: StepInKind;
  choices: StepInChoices;
  deed: Deed | null;
  onDeed: (deed: Deed | null) => void;
};

/** What a way to step in is about; nothing for those that are about the run as it is. */
export function StepInField(props: StepInFieldProps) {
  const Of = fields[props.kind];
  return <Of {...props} />;
}

const fields = {
  patch: PatchField,
  'roll-back': IterationField,
  'switch-strategy': StrategyField,
  'run-again': () => null,
  accept: () => null,
} satisfies Record<StepInKind, (props: StepInFieldProps) => ReactNode>;

function PatchField({ deed, onDeed }: StepInFieldProps) {
  return (
    <Field label="Patch">
      <Textarea
        rows={10}
        spellCheck={false}
        placeholder={'--- a/src/file.c\n+++ b/src/file.c\n@@ …'}
        className="tabular text-xs"
        value={deed?.kind === 'patch' ? deed.diff : ''}
        onChange={({ target }) => onDeed(target.value.trim() === '' ? null : { kind: 'patch', diff: target.value })}
      />
    </Field>
  );
}

function IterationField({ choices, deed, onDeed }: StepInFieldProps) {
  if (choices.kept.length === 0) return <Notice tone="attention">No iteration has left a tree yet.</Notice>;
  const options = choices.kept.map(({ iteration, passed, total }) => ({
    value: String(iteration),
    label: `${iteration === 0 ? 'the base' : `iteration ${iteration}`} · ${passed} of ${total} pass`,
  }));
  return (
    <Field label="Back to">
      <Select
        options={options}
        value={deed?.kind === 'roll-back' ? String(deed.iteration) : ''}
        onChange={(value) => onDeed({ kind: 'roll-back', iteration: Number(value) })}
      />
    </Field>
  );
}

function StrategyField({ choices, deed, onDeed }: StepInFieldProps) {
  if (choices.strategies.length === 0)
    return <Notice tone="attention">The run was launched with one strategy only: there is none to switch to.</Notice>;
  return (
    <Field label="Strategy" hint={`${choices.strategy ?? 'None'} is at work now.`}>
      <Select
        options={choices.strategies.map((name) => ({ value: name, label: name }))}
        value={deed?.kind === 'switch-strategy' ? deed.strategy : ''}
        onChange={(strategy) => onDeed({ kind: 'switch-strategy', strategy })}
      />
    </Field>
  );
}
