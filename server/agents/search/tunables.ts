/** Limits of the search, each with the consequence of exceeding it. Durations are milliseconds. */
export const searchTunables = {
  /** Trees that are tried in side by side at most; each holds a copy of the project with its build. */
  mostTrees: 4,
  /** Candidates that are built into one program: few at first, so that an early hit is found early, and twice as many each time. */
  firstBatch: 12,
  mostInBatch: 64,
  /** Builds of a batch, each without those that the compiler refused in the one before; then the rest is built one by one. */
  sharedBuilds: 5,
  /** Test runs of a candidate may take this many times as long as those of the unchanged code, and `slackMs` more; then it hangs. */
  slowdown: 3,
  slackMs: 1_500,
  /** A suite that takes no longer is run whole: starting a second command costs as much. */
  worthNarrowingMs: 150,
  /** Failing tests are run alone first when they take less than this part of the whole suite. */
  worthNarrowing: 0.7,
  /** A traced run of the tests that takes longer is given up, and lines are guessed from calls instead. */
  traceMs: 60_000,
  /** Bytes of a trace that are read; later ones are lost. */
  traceBytes: 512 * 1024 * 1024,
  /** For one look-up of source lines of many addresses. */
  sourceLinesMs: 30_000,
  addressesAtOnce: 4_000,
  /** A larger C file is neither read nor edited. */
  sourceBytes: 1024 * 1024,
  sourceFiles: 3_000,
  /** Messages of the compiler that are mended one after the other, and ideas for each. */
  compileRounds: 20,
  compileIdeas: 6,
  /** After the first candidate that helps, this many more are tried, so that it is not the only one. */
  furtherCandidates: 80,
  furtherMs: 12_000,
  /** Times as many when it mends only some of the tests that seem to fail for one reason: it may well be a wrong one. */
  furtherForPart: 6,
  /** How often what is going on is told. */
  progressMs: 2_000,
  /** While tests run, their output is looked at this often for a test that has broken. */
  peekMs: 60,
  peekedChars: 512 * 1024,
  /** The share of the suspicious lines that are told to people and other agents. */
  linesTold: 40,
  alternativesTold: 5,
  /** Of several candidates that mend as much, so many are traced to see which changes the least; each costs a build. */
  rivalsTraced: 4,
} as const;
