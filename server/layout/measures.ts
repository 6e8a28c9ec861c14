/** Measures of a drawing in its own pixels; the page scales it to the width that it has. */
export const measures = {
  /** Left of the main path, where the way back to an earlier state runs. */
  leftChannel: 30,
  /** Least width of a state on the main path; a longer name has more. */
  mainWidth: 206,
  /** Between the main path and what stands aside: the ways there and back. */
  middleChannel: 70,
  asideWidth: 192,
  /** Beside a name: borders, and how often and how long the state was visited. */
  factsWidth: 90,
  rightChannel: 14,
  nodeHeight: 26,
  /** From one row to the next. */
  rowPitch: 36,
  /** Above the row of ends, where the ways to them part. */
  endsGap: 18,
  endsSpacing: 8,
  /** A name per letter, and around that of an end. */
  letter: 7.4,
  endPadding: 32,
  /** Between lines that run side by side. */
  lane: 7,
  /** From the middle of a side to where a way leaves or enters. */
  port: 5,
} as const;
