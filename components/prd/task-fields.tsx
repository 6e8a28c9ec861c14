import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import type { DraftTask } from './draft.ts';

export interface TaskFieldsProps {
  readonly task: DraftTask;
  readonly number: number;
  /** A document has at least one task. */
  readonly isOnly: boolean;
  readonly onChange: (changes: Partial<DraftTask>) => void;
  /** Missing for the first task. */
  readonly onEarlier: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** One task of the document as fields. */
export function TaskFields({ task, number, isOnly, onChange, onEarlier, onRemove }: TaskFieldsProps) {
  return (
    <li>
      <fieldset className="flex min-w-0 flex-col gap-2 border-line border-l-2 pl-3">
        <legend className="sr-only">Task {number}</legend>
        <div className="grid gap-2 sm:grid-cols-[6rem_1fr]">
          <Field label="Id">
            <Input
              required
              value={task.task_id}
              maxLength={40}
              className="tabular"
              onChange={(event) => onChange({ task_id: event.target.value })}
            />
          </Field>
          <Field label="Task">
            <Input
              required
              value={task.title}
              maxLength={80}
              onChange={(event) => onChange({ title: event.target.value })}
            />
          </Field>
        </div>
        <div className="grid gap-2 sm:grid-cols-2">
          <Field label="Details" optional>
            <Textarea
              value={task.details}
              maxLength={4_000}
              onChange={(event) => onChange({ details: event.target.value })}
            />
          </Field>
          <Field label="Done when" hint="One a line; the verify commands measure it." optional>
            <Textarea value={task.done_when} onChange={(event) => onChange({ done_when: event.target.value })} />
          </Field>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button kind="quiet" disabled={onEarlier === undefined} onClick={onEarlier}>
            Do it earlier
          </Button>
          <Button kind="quiet" disabled={isOnly} onClick={onRemove}>
            Remove task {number}
          </Button>
        </div>
      </fieldset>
    </li>
  );
}
