'use client';

import { Plus, Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Input } from '#components/ui/input.tsx';
import type { IdentityRule } from '#lib/results/identity.ts';

export type RuleEditorProps = { rules: readonly IdentityRule[]; onChange: (rules: readonly IdentityRule[]) => void };

const fields = [
  ['name', 'What it is'],
  ['pattern', 'Regular expression'],
  ['becomes', 'Becomes'],
] as const;

/** The rules of test identity as a list that can be changed. */
export function RuleEditor({ rules, onChange }: RuleEditorProps) {
  const placed = rules.map((rule, place) => ({ rule, place }));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {placed.map(({ rule, place }) => (
        <div
          key={place}
          className="grid items-center gap-2 border-line border-b py-2 md:grid-cols-[12rem_1fr_10rem_auto] md:border-b-0 md:py-0"
        >
          {fields.map(([field, label]) => (
            <Input
              key={field}
              mono={field !== 'name'}
              aria-label={`${label} of rule ${place + 1}`}
              placeholder={label}
              maxLength={500}
              value={rule[field]}
              onChange={({ target }) =>
                onChange(rules.map((one, at) => (at === place ? { ...one, [field]: target.value } : one)))
              }
            />
          ))}
          <IconButton
            icon={Trash2}
            label={`Remove rule ${place + 1}`}
            onClick={() => onChange(rules.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...rules, { name: '', pattern: '', becomes: '' }])}>
          <Plus aria-hidden /> Add a rule
        </Button>
      </div>
    </div>
  );
}
