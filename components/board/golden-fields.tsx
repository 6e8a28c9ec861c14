'use client';

import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import type { DraftGolden } from './check-plan-dialog.tsx';

export type GoldenFieldsProps = { golden: DraftGolden | null; onChange: (golden: DraftGolden | null) => void };

/** The image that is known to work, and the line that it prints on a good board. */
export function GoldenFields({ golden, onChange }: GoldenFieldsProps) {
  const expects = golden?.expects ?? '';
  return (
    <>
      <Field
        label="Golden image"
        optional
        hint={
          golden === null
            ? 'Each check flashes it. Whatever was on the board is gone then.'
            : `${golden.image.name} is flashed by each check. Another file takes its place.`
        }
      >
        <input
          type="file"
          className="text-sm file:mr-3 file:h-7 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-2 file:font-medium"
          onChange={({ target }) => {
            const [image] = target.files ?? [];
            if (image !== undefined) onChange({ image, expects });
          }}
        />
      </Field>
      {golden !== null && (
        <>
          <Field label="It prints" hint="An expression for a line that it prints on a good board: ^ALL GOOD">
            <Input
              mono
              required
              maxLength={500}
              value={golden.expects}
              onChange={({ target }) => onChange({ ...golden, expects: target.value })}
            />
          </Field>
          <div>
            <Button onClick={() => onChange(null)}>Check without an image</Button>
          </div>
        </>
      )}
    </>
  );
}
