import { useId } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';

export type SelectionFieldProps = {
  label: string;
  value: string;
  /** Offered while somebody types. */
  suggestions: readonly string[];
  onChange: (value: string) => void;
};

/** Names a measurement. */
export function SelectionField({ label, value, suggestions, onChange }: SelectionFieldProps) {
  const id = useId();
  return (
    <>
      <Field label={label}>
        <Input
          mono
          list={id}
          maxLength={220}
          placeholder="branch:main"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <datalist id={id}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
