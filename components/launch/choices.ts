/** How a run treats the people around it, and what that means: for a firmware loop, and for the other machines, which no review stops. */
export const modes = [
  {
    value: 'interactive',
    ofLoop: 'People are around: a run that gets stuck asks for a review.',
    ofOthers: 'People are around: the run waits for their answers.',
  },
  {
    value: 'ci',
    ofLoop: 'A pipeline waits: nobody is asked, the exit code says how it ended.',
    ofOthers: 'A pipeline waits: the playbook is asked instead of people, the exit code says how it ended.',
  },
  {
    value: 'auto',
    ofLoop: 'Nobody is around: a run that gets stuck switches its strategy, then fails.',
    ofOthers: 'Nobody is around: the playbook is asked instead of people.',
  },
] as const;

/** When a run counts as done. */
export const presets = [
  { value: 'STANDARD', explains: 'Every test of the goal passes, twice in a row.' },
  { value: 'STRICT', explains: 'Scored: 98 % over a window of five, confidence 0.9.' },
  { value: 'BALANCED', explains: 'Scored: 95 % over a window of three, confidence 0.85.' },
  { value: 'AGGRESSIVE', explains: 'Scored: 90 %, five iterations at most, confidence 0.8.' },
] as const;
