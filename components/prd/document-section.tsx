'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import type { Prd, PrdTask } from '#lib/prd/prd.ts';
import { DocumentEditor } from './document-editor.tsx';

export interface DocumentSectionProps {
  readonly document: Prd;
  /** How often it was written: 1 for the first. */
  readonly version: number;
  /** Missing where the document can no longer be changed. Settles with the reason of a refusal. */
  readonly onEdit?: ((document: Prd) => Promise<string | undefined>) | undefined;
}

/** What the session is going to do and what it leaves out, to be read before it is confirmed. */
export function DocumentSection({ document, version, onEdit }: DocumentSectionProps) {
  const [editing, setEditing] = useState(false);
  const { title, summary, goals, non_goals, tasks } = document;
  return (
    <div id="document">
      <Section
        title={title}
        aside={version > 1 ? `version ${version}` : undefined}
        actions={onEdit && !editing && <Button onClick={() => setEditing(true)}>Edit the document</Button>}
      >
        {editing && onEdit ? (
          <DocumentEditor document={document} onSave={onEdit} onClose={() => setEditing(false)} />
        ) : (
          <>
            <p className="max-w-prose whitespace-pre-line">
              <SafeText text={summary} limit={4_000} />
            </p>
            <Lines heading="Goals" lines={goals} />
            <Lines heading="Not goals" lines={non_goals} />
            <ol className="flex flex-col border-line border-y">
              {tasks.map((task) => (
                <TaskText key={task.task_id} task={task} />
              ))}
            </ol>
          </>
        )}
      </Section>
    </div>
  );
}

function Lines({ heading, lines }: { heading: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium text-sm">{heading}</h3>
      <ul className="list-disc pl-5 text-sm">
        {lines.map((line) => (
          <li key={line}>
            <SafeText text={line} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function TaskText({ task: { task_id, title, details, done_when } }: { task: PrdTask }) {
  return (
    <li className="flex min-w-0 flex-col gap-1 border-line border-b py-2 last:border-b-0">
      <h3 className="font-medium">
        <code className="tabular text-ink-muted text-sm">{task_id}</code> <SafeText text={title} />
      </h3>
      {details !== '' && (
        <p className="whitespace-pre-line text-sm">
          <SafeText text={details} limit={4_000} />
        </p>
      )}
      {done_when.length > 0 && (
        <ul className="list-disc pl-5 text-ink-muted text-sm">
          {done_when.map((line) => (
            <li key={line}>
              <SafeText text={line} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
