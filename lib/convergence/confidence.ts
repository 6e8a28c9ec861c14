/** How a test result came about. */
export interface Measurement {
  /** Tests that should have reported, or `null` when nobody knows the number. */
  readonly expectedTests: number | null;
  readonly reportedTests: number;
  /** Times the same tree was tested for this result; at least 1. */
  readonly attempts: number;
  /** Tests whose outcome was the same in every attempt. */
  readonly agreeingTests: number;
  /** Times the environment failed and the measurement was started again. */
  readonly infrastructureRetries: number;
  /** What a model says of its own work, 0 to 1; it can only lower the confidence. */
  readonly modelConfidence: number | null;
}

/** What is left of the confidence after each infrastructure retry. */
const keptPerRetry = 0.9;

/**
 * Confidence in a measurement, 0 to 1:
 *
 *     completeness × agreement × 0.9 ^ infrastructure retries, and never above the model's own confidence
 *
 * where completeness = reported / expected tests (at most 1) and agreement = agreeing / reported tests (1 for a single
 * attempt). A clean, repeatable result has 1.0, one without any test 0.
 */
export function measurementConfidence(measurement: Measurement): number {
  const { expectedTests, reportedTests, attempts, agreeingTests, infrastructureRetries, modelConfidence } = measurement;
  const completeness = shareOf(reportedTests, expectedTests ?? reportedTests);
  const agreement = attempts <= 1 ? 1 : shareOf(agreeingTests, reportedTests);
  const measured = reportedTests === 0 ? 0 : completeness * agreement * keptPerRetry ** infrastructureRetries;
  return Math.min(measured, modelConfidence ?? 1);
}

function shareOf(part: number, whole: number): number {
  return Math.min(1, part / Math.max(whole, 1));
}
