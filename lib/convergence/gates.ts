import { compares } from './condition.ts';
import { counted, percent } from './format.ts';

/** A measured quantity of the firmware or its run (design §5.15): speed, size, coverage. */
export interface MetricReading {
  readonly name: string;
  readonly unit: string;
  /** Which way is better. */
  readonly direction: 'lower' | 'higher';
  /** `null` when it could not be measured this time. */
  readonly value: number | null;
  /** The limit it must keep; `null` means: not worse than the baseline. */
  readonly threshold: number | null;
  readonly baseline: number | null;
}

/** What is known when a run is about to succeed; `null` stands for "not measured". */
export interface GateFacts {
  /** Whether the tests told everything, or why not: they hung, crashed, were stopped or ended early. */
  readonly measurement: { readonly incomplete: string | null } | null;
  /** Names of the tests that passed at the baseline and do not pass now, vanished ones included. */
  readonly regressions: readonly string[] | null;
  /** Tests that an earlier result had and this one has not; null where there is none to compare with, or names are compared. */
  readonly vanished: number | null;
  readonly newWarnings: number | null;
  readonly metrics: readonly MetricReading[];
  /** Confidence in the measurement, 0 to 1. */
  readonly confidence: number | null;
  /** Result of the suite that no agent sees, with the names of its failing tests. */
  readonly acceptance: { readonly total: number; readonly failed: readonly string[] } | null;
}

/** One condition on top of the criteria: success needs every gate to hold or to be not applicable. */
export interface Gate {
  readonly gate: string;
  readonly held: true | false | 'not applicable';
  readonly reason: string;
}

/** Applies the gates of §5.15; `confidenceThreshold` is the criteria's own, between 0 and 1. */
export function checkGates(facts: GateFacts, confidenceThreshold: number): readonly Gate[] {
  return [
    measurementGate(facts.measurement),
    regressionGate(facts.regressions),
    vanishedGate(facts.vanished),
    warningGate(facts.newWarnings),
    ...facts.metrics.map(metricGate),
    confidenceGate(facts.confidence, confidenceThreshold),
    acceptanceGate(facts.acceptance),
  ];
}

/** The gates that stand between a run and its success. */
export function failedGates(gates: readonly Gate[]): readonly Gate[] {
  return gates.filter((gate) => gate.held === false);
}

function measurementGate(measurement: GateFacts['measurement']): Gate {
  const gate = 'complete measurement';
  if (measurement === null) return notApplicable(gate, 'nobody recorded whether the measurement is complete');
  const { incomplete } = measurement;
  return { gate, held: incomplete === null, reason: incomplete ?? 'the tests ran to their end' };
}

function regressionGate(regressions: GateFacts['regressions']): Gate {
  const gate = 'regressions';
  if (regressions === null) return notApplicable(gate, 'no baseline to compare with');
  if (regressions.length === 0) return { gate, held: true, reason: 'no test is worse than at the baseline' };
  return {
    gate,
    held: false,
    reason: `${counted(regressions.length, 'test')} worse than at the baseline: ${regressions.join(', ')}`,
  };
}

/** A test that is gone counts as one that broke (design §2.2): else a run would succeed by running less. */
function vanishedGate(vanished: number | null): Gate {
  const gate = 'tests vanished';
  if (vanished === null) return notApplicable(gate, 'there is no earlier number of tests to compare with');
  if (vanished === 0) return { gate, held: true, reason: 'no test has vanished' };
  return { gate, held: false, reason: `${counted(vanished, 'test')} vanished, which counts as a regression` };
}

function warningGate(newWarnings: number | null): Gate {
  const gate = 'compiler warnings';
  if (newWarnings === null) return notApplicable(gate, 'compiler warnings were not counted');
  return { gate, held: newWarnings <= 0, reason: `${counted(Math.max(0, newWarnings), 'new compiler warning')}` };
}

function metricGate({ name, unit, direction, value, threshold, baseline }: MetricReading): Gate {
  const limit = threshold ?? baseline;
  if (value === null) return notApplicable(name, `${name} was not measured`);
  if (limit === null) return notApplicable(name, `${name} has neither a threshold nor a baseline`);
  const held = compares(value, direction === 'lower' ? '<=' : '>=', limit);
  const source = threshold === null ? 'the baseline' : 'its threshold';
  const relation = held ? 'within' : `${direction === 'lower' ? 'above' : 'below'}`;
  return { gate: name, held, reason: `${name} ${value} ${unit} is ${relation} ${source} ${limit} ${unit}` };
}

function confidenceGate(confidence: number | null, threshold: number): Gate {
  const gate = 'confidence';
  if (confidence === null) return notApplicable(gate, 'no confidence was measured');
  const held = compares(confidence, '>=', threshold);
  return { gate, held, reason: `confidence ${percent(confidence)} ${held ? '>=' : '<'} ${percent(threshold)}` };
}

function acceptanceGate(acceptance: GateFacts['acceptance']): Gate {
  const gate = 'acceptance';
  if (acceptance === null) return notApplicable(gate, 'plausible: no acceptance suite');
  const { total, failed } = acceptance;
  if (total === 0) return { gate, held: false, reason: 'the acceptance suite ran no tests' };
  if (failed.length === 0) return { gate, held: true, reason: `all ${counted(total, 'acceptance test')} pass` };
  return {
    gate,
    held: false,
    reason: `${failed.length} of ${counted(total, 'acceptance test')} fail: ${failed.join(', ')}`,
  };
}

function notApplicable(gate: string, reason: string): Gate {
  return { gate, held: 'not applicable', reason };
}
