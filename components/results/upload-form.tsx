'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { counted } from '#lib/format/count.ts';

/** What a person says of the files. */
export type UploadFacts = {
  project: string;
  branch: string;
  build: string;
  commit: string;
  environment: string;
  board: string;
};

export type UploadFormProps = {
  projects: readonly { id: string; name: string }[];
  isBusy: boolean;
  /** What went wrong, one line for each file. */
  troubles: readonly string[];
  onUpload: (files: readonly File[], facts: UploadFacts) => void;
};

const optional = [
  ['branch', 'Branch'],
  ['build', 'Build number'],
  ['commit', 'Commit'],
  ['environment', 'Environment'],
  ['board', 'Board'],
] as const;

const nothing = { branch: '', build: '', commit: '', environment: '', board: '' };

/** Brings files with results, of whatever format, also in archives. */
export function UploadForm({ projects, isBusy, troubles, onUpload }: UploadFormProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [facts, setFacts] = useState<UploadFacts>({ project: projects[0]?.id ?? '', ...nothing });
  return (
    <form
      className="flex min-w-0 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (files.length > 0) onUpload(files, facts);
      }}
    >
      <div className="grid gap-3 md:grid-cols-3">
        <Field label="Project">
          <Select
            value={facts.project}
            options={projects.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(project) => setFacts({ ...facts, project })}
          />
        </Field>
        {optional.map(([name, label]) => (
          <Field key={name} label={label} optional>
            <Input
              mono
              maxLength={200}
              value={facts[name]}
              onChange={({ target }) => setFacts({ ...facts, [name]: target.value })}
            />
          </Field>
        ))}
      </div>
      <Field
        label="Files"
        hint="JUnit, TAP, Robot, Twister, console logs and others; ZIP and tar archives are unpacked."
      >
        <input
          type="file"
          multiple
          className="text-sm file:mr-3 file:h-7 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-2 file:font-medium"
          onChange={({ target }) => setFiles([...(target.files ?? [])])}
        />
      </Field>
      {troubles.map((trouble) => (
        <Notice key={trouble} tone="bad">
          {trouble}
        </Notice>
      ))}
      <div>
        <Button type="submit" kind="primary" size="md" disabled={isBusy || files.length === 0 || facts.project === ''}>
          {isBusy ? 'Sending…' : files.length === 0 ? 'Import' : `Import ${counted(files.length, 'file')}`}
        </Button>
      </div>
    </form>
  );
}
