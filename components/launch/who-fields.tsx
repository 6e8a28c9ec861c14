'use client';

import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { AgentOrder } from './agent-order.tsx';
import { modes } from './choices.ts';
import { FieldGroup } from './field-group.tsx';
import type { LaunchFormProps } from './launch-form.tsx';

export type WhoFieldsProps = Pick<LaunchFormProps, 'draft' | 'offer' | 'plan' | 'errors' | 'onChange'>;

/** Where it is tested, who proposes patches, and who is around. */
export function WhoFields({ draft, offer, plan, errors, onChange }: WhoFieldsProps) {
  const mode = draft.mode || plan?.chosen.mode;
  return (
    <FieldGroup title="Where and who">
      <Field label="Environment" error={errors.environment}>
        <Select
          options={[
            asFile(plan?.chosen.environment, draft.environment),
            ...(offer?.environments ?? []).map(({ name, kind, isUsable }) => ({
              value: name,
              label: `${name} (${kind}${isUsable ? '' : ', not installed'})`,
              disabled: !isUsable,
            })),
          ]}
          value={draft.environment}
          onChange={(environment) => onChange({ environment })}
        />
      </Field>
      <Field label="Mode" hint={modes.find(({ value }) => value === mode)?.explains}>
        <Select
          options={[asFile(plan?.chosen.mode, draft.mode), ...modes.map(({ value }) => ({ value, label: value }))]}
          value={draft.mode}
          onChange={(chosen) => onChange({ mode: chosen })}
        />
      </Field>
      <AgentOrder
        agents={offer?.agents ?? []}
        chosen={draft.agents}
        error={errors.agents}
        onChange={(agents) => onChange({ agents })}
      />
    </FieldGroup>
  );
}

/** The file's own choice, first of all; what it is can be told only while nothing else is chosen. */
function asFile(current: string | undefined, chosen: string) {
  const known = current === undefined || chosen !== '' ? '' : `: ${current}`;
  return { value: '', label: `as the project file says${known}` };
}
