'use client';

import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/select.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';

export type ReviewPeopleProps = {
  assignees: readonly string[];
  people: readonly string[];
  me: string;
  open: boolean;
  /** Settle with the reason of a refusal, or with nothing. */
  onAssign: (person: string) => Promise<string | undefined>;
  onUnassign: (person: string) => Promise<string | undefined>;
  onHandOver: (to: string, note: string) => Promise<string | undefined>;
};

/** Who has a review, and how it gets to somebody else. */
export function ReviewPeople({ assignees, people, me, open, onAssign, onUnassign, onHandOver }: ReviewPeopleProps) {
  const [handing, setHanding] = useState(false);
  const others = people.filter((person) => !assignees.includes(person));
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-ink-muted">with</span>
      {assignees.length === 0 && <span>nobody</span>}
      {assignees.map((person) => (
        <span key={person} className="inline-flex items-center gap-1 rounded-sm border border-line px-1.5">
          <ClippedText text={person} limit={40} />
          {open && (
            <IconButton
              icon={X}
              label={`Take it from ${person}`}
              className="size-5"
              onClick={() => void onUnassign(person)}
            />
          )}
        </span>
      ))}
      {open && !assignees.includes(me) && <Button onClick={() => void onAssign(me)}>Take it</Button>}
      {open && others.some((person) => person !== me) && (
        <Select
          aria-label="Assign to"
          className="w-40"
          value=""
          options={[{ value: '', label: 'Assign to…' }, ...others.map((person) => ({ value: person, label: person }))]}
          onChange={(person) => person !== '' && void onAssign(person)}
        />
      )}
      {open && assignees.includes(me) && <Button onClick={() => setHanding(true)}>Hand over…</Button>}
      {handing && (
        <HandOverDialog
          people={people.filter((person) => person !== me)}
          onHandOver={onHandOver}
          onClose={() => setHanding(false)}
        />
      )}
    </div>
  );
}
