'use client';

import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { AgentOrder } from './agent-order.tsx';
import { asFile } from './as-file.ts';
import { FieldGroup } from './field-group.tsx';
import type { LaunchFormProps } from './launch-form.tsx';
import { ModeField } from './mode-field.tsx';

export type WhoFieldsProps = Pick<LaunchFormProps, 'draft' | 'offer' | 'plan' | 'errors' | 'onChange'>;

/** Where it is tested, who proposes patches, and who is around. */
export function WhoFields({ draft, offer, plan, errors, onChange }: WhoFieldsProps) {
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
      <ModeField draft={draft} ask={null} plan={plan} onChange={onChange} />
      <AgentOrder
        agents={offer === null ? [] : offer?.agents}
        chosen={draft.agents}
        error={errors.agents}
        onChange={(agents) => onChange({ agents })}
      />
    </FieldGroup>
  );
}
