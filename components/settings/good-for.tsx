import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';

/** For how many days a new credential is good. */
export function GoodFor({
  lifetimes,
  days,
  onChange,
}: {
  lifetimes: readonly number[];
  days: string;
  onChange: (days: string) => void;
}) {
  return (
    <Field label="Good for">
      <Select
        options={lifetimes.map((length) => ({ value: String(length), label: `${length} days` }))}
        value={days}
        onChange={onChange}
      />
    </Field>
  );
}
