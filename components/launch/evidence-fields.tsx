'use client';

import { FileUp, Plus, X } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Field } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { bytes } from '#lib/format/bytes.ts';
import { longestLog, mostLogs } from '#lib/launch/log-limits.ts';
import { FieldGroup } from './field-group.tsx';
import { lastLine, readLog } from './read-log.ts';
import type { EvidenceLog } from './types.ts';

export type EvidenceFieldsProps = {
  logs: readonly EvidenceLog[];
  onChange: (logs: readonly EvidenceLog[]) => void;
};

/** Logs that show the failure, pasted or as files: the run's triage and its agents begin with them. */
export function EvidenceFields({ logs, onChange }: EvidenceFieldsProps) {
  const [pasted, setPasted] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const full = logs.length >= mostLogs;
  const add = (more: readonly EvidenceLog[]) => onChange([...logs, ...more].slice(0, mostLogs));
  async function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    target.value = '';
    add(await Promise.all(files.map(readLog)));
  }
  function paste() {
    const text = pasted.slice(-longestLog);
    const id = crypto.randomUUID();
    add([{ id, name: `pasted ${logs.length + 1}.log`, text, isCut: text.length < pasted.length }]);
    setPasted('');
  }
  return (
    <FieldGroup title="Evidence">
      <Field
        label="A log that shows the failure"
        hint="What a CI job or a console printed. Without one, the run starts from its own tests."
        className="sm:col-span-2"
        optional
      >
        <Textarea
          mono
          rows={3}
          value={pasted}
          placeholder="Paste it here"
          spellCheck={false}
          onChange={(event) => setPasted(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button onClick={paste} disabled={pasted.trim() === '' || full}>
          <Plus aria-hidden /> Add pasted log
        </Button>
        <Button onClick={() => picker.current?.click()} disabled={full}>
          <FileUp aria-hidden /> Choose files…
        </Button>
        <input ref={picker} type="file" multiple hidden aria-label="Log files" onChange={(event) => void pick(event)} />
      </div>
      {logs.length > 0 && (
        <ul aria-label="Logs of this launch" className="flex min-w-0 flex-col border-line border-y sm:col-span-2">
          {logs.map((log) => (
            <li key={log.id} className="flex min-h-9 items-center gap-2 border-line border-b px-1 last:border-b-0">
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="truncate text-sm">
                  <ClippedText text={log.name} limit={100} />
                  <span className="text-ink-muted text-xs">
                    {' '}
                    {bytes(log.text.length)}
                    {log.isCut && ', its end'}
                  </span>
                </span>
                <span className="tabular truncate text-ink-muted text-xs">
                  <ClippedText text={lastLine(log.text)} limit={160} />
                </span>
              </span>
              <IconButton
                icon={X}
                label={`Remove ${log.name.slice(0, 60)}`}
                onClick={() => onChange(logs.filter(({ id }) => id !== log.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {pasted.trim() !== '' && (
        <div className="sm:col-span-2">
          <Notice tone="attention">The pasted text is not part of the launch until it is added.</Notice>
        </div>
      )}
    </FieldGroup>
  );
}
