'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { useAsking } from '#components/ui/use-asking.ts';
import type { Prd } from '#lib/prd/prd.ts';
import { type DraftTask, draftOf, linesOf, type PrdDraft, prdOf, withTask } from './draft.ts';
import { TaskFields } from './task-fields.tsx';

export interface DocumentEditorProps {
  readonly document: Prd;
  /** Settles with the reason of a refusal, or with nothing when the session has taken it. */
  readonly onSave: (document: Prd) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** The document as fields. What is saved is shown anew and waits for its own yes. */
export function DocumentEditor({ document, onSave, onClose }: DocumentEditorProps) {
  const [draft, setDraft] = useState(() => draftOf(document));
  const { pending, refusal, ask } = useAsking(onClose);
  const set = (changes: Partial<PrdDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const setTasks = (change: (tasks: readonly DraftTask[]) => readonly DraftTask[]) =>
    setDraft((before) => ({ ...before, tasks: change(before.tasks) }));
  function save(event: FormEvent) {
    event.preventDefault();
    void ask(onSave(prdOf(draft)));
  }
  return (
    <form onSubmit={save} className="flex min-w-0 flex-col gap-3">
      <Field label="Title">
        <Input required value={draft.title} maxLength={120} onChange={(event) => set({ title: event.target.value })} />
      </Field>
      <Field label="Summary" hint="Whom it serves, and why.">
        <Textarea
          required
          rows={4}
          value={draft.summary}
          maxLength={4_000}
          onChange={(event) => set({ summary: event.target.value })}
        />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Goals" hint="One a line." optional>
          <Textarea value={draft.goals} onChange={(event) => set({ goals: event.target.value })} />
        </Field>
        <Field label="Not goals" hint="One a line: what is left out on purpose." optional>
          <Textarea value={draft.non_goals} onChange={(event) => set({ non_goals: event.target.value })} />
        </Field>
      </div>
      <ol className="flex flex-col gap-3">
        {draft.tasks.map((task, at) => (
          <TaskFields
            key={task.key}
            task={task}
            number={at + 1}
            isOnly={draft.tasks.length === 1}
            onChange={(changes) =>
              setTasks((tasks) => tasks.map((one) => (one === task ? { ...one, ...changes } : one)))
            }
            onEarlier={at === 0 ? undefined : () => setTasks((tasks) => moved(tasks, at))}
            onRemove={() => setTasks((tasks) => tasks.filter((one) => one !== task))}
          />
        ))}
      </ol>
      <Button className="self-start" onClick={() => setTasks(withTask)}>
        Add a task
      </Button>
      {refusal !== undefined && (
        <p role="alert" className="text-bad text-sm">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="md" kind="primary" disabled={pending || linesOf(draft.title).length === 0}>
          {pending ? 'Sending…' : 'Show this document instead'}
        </Button>
        <Button size="md" onClick={onClose}>
          Leave it as it is
        </Button>
      </div>
    </form>
  );
}

/** The task in this place and the one before it, the other way round. */
function moved(tasks: readonly DraftTask[], at: number): readonly DraftTask[] {
  return tasks.flatMap((task, index) => {
    if (index === at - 1) return [];
    const before = tasks[at - 1];
    return index === at && before !== undefined ? [task, before] : [task];
  });
}
