/** Limits of asking a language model, each with the consequence of exceeding it. Durations are milliseconds. */
export const llmTunables = {
  /** An answer with more bytes is given up. */
  answerBytes: 4 * 1024 * 1024,
  /** Times that a request is sent when the endpoint is busy (429) or broken (5xx); then the task fails. */
  tries: 3,
  /** Before the second and third try, where the endpoint names no time. */
  backoffMs: [1_000, 4_000],
  /** An endpoint that wants a longer rest than this fails the task. */
  longestRestMs: 60_000,
  /** After a repair in vain the question is put again so often. */
  questionsMore: 2,
  /** How much of a bad answer is kept in the log. */
  keptChars: 4_000,
} as const;
