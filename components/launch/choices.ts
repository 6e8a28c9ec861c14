/** How a run treats the people around it, and what that means when it gets stuck. */
export const modes = [
  { value: 'interactive', explains: 'People are around: a run that gets stuck asks for a review.' },
  { value: 'ci', explains: 'A pipeline waits: nobody is asked, the exit code says how it ended.' },
  { value: 'auto', explains: 'Nobody is around: a run that gets stuck switches its strategy, then fails.' },
] as const;

/** When a run counts as done. */
export const presets = [
  { value: 'STANDARD', explains: 'Every test of the goal passes, twice in a row.' },
  { value: 'STRICT', explains: 'Scored: 98 % over a window of five, confidence 0.9.' },
  { value: 'BALANCED', explains: 'Scored: 95 % over a window of three, confidence 0.85.' },
  { value: 'AGGRESSIVE', explains: 'Scored: 90 %, five iterations at most, confidence 0.8.' },
] as const;
