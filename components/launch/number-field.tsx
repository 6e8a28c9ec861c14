import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';

export type NumberFieldProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** NaN while the field is empty. */
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
};

/** A number with its label. */
export function NumberField({ label, hint, error, value, onChange, min = 1, max, step = 1 }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        mono
        type="number"
        inputMode="decimal"
        value={Number.isNaN(value) ? '' : value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </Field>
  );
}
