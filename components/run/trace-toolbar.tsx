'use client';

import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { Toolbar } from '#components/ui/toolbar.tsx';

export type TraceToolbarProps = {
  /** States that can be asked for, in the machine's order. */
  states: readonly string[];
  state: string | null;
  onState: (state: string | null) => void;
  text: string;
  onText: (text: string) => void;
  /** How many rows there are, in words. */
  told: string;
};

/** The API takes no longer question to the trace, characters. */
export const longestQuestion = 200;

/** Narrows the trace to a state and to a word. */
export function TraceToolbar({ states, state, onState, text, onText, told }: TraceToolbarProps) {
  const known = state === null || states.includes(state) ? states : [state, ...states];
  return (
    <Toolbar label="Trace" end={<output className="text-ink-muted text-sm">{told}</output>}>
      <Select
        aria-label="State"
        className="w-60 max-md:w-full"
        value={state ?? ''}
        onChange={(value) => onState(value === '' ? null : value)}
        options={[{ value: '', label: 'All states' }, ...known.map((name) => ({ value: name, label: name }))]}
      />
      <Input
        aria-label="Search the trace"
        placeholder="Search reasons, events, people"
        className="w-60 text-sm max-md:w-full"
        value={text}
        maxLength={longestQuestion}
        onChange={(event) => onText(event.target.value)}
      />
    </Toolbar>
  );
}
