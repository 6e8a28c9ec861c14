/** Durations of the API in milliseconds, each with what it means to exceed it. */
export const tunables = {
  /** A run's page is read so often at most, however fast the run moves: more than four times a second nobody can follow. */
  pagePace: 250,
  /** A session that ends by its time tells nobody, so its streams end after so long at the latest. */
  admissionCheck: 30_000,
  /** Git is asked again for a quarantine list that is older: one that was pushed shows as soon as somebody looks twice. */
  quarantineFresh: 5_000,
  /** A stream with nothing to say says so after each such time. */
  streamPing: 1_500,
  /** A page that hears nothing for so long knows that its stream is dead, also when the network swallows it without a word. */
  streamSilence: 4_000,
} as const;
