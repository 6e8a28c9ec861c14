import { z } from 'zod';
import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import type { MetricReading } from '#lib/convergence/gates.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import type { Filing } from '#server/artifacts/artifact-store.ts';
import type { ActivityContext } from '../context.ts';
import { filedArtifact } from '../filed.ts';
import type { Measurement } from './measured-part.ts';

const mostMetrics = 6;

/** What the project file has measured, each with its limit and with what the base measured. */
export async function metricReadings(
  context: ActivityContext,
  { metrics }: FirmwareLoopConfig,
  measurement: Measurement,
): Promise<MetricReading[]> {
  const entries = Object.entries(metrics).slice(0, mostMetrics);
  if (entries.length === 0) return [];
  const base = await metricsOfBase(context, measurement);
  return entries.map(([name, { unit, direction, threshold }]) => ({
    name: name.slice(0, 40),
    unit: unit.slice(0, 12),
    direction,
    value: measurement.metrics[name] ?? null,
    threshold: threshold ?? null,
    baseline: base[name] ?? null,
  }));
}

const measured = z.record(z.string(), z.number().nullable());

/** The measurement of the base is filed for the iterations after it. */
async function metricsOfBase(context: ActivityContext, { metrics }: Measurement): Promise<Measurement['metrics']> {
  const { runId, iteration, activityId, host } = context;
  const filing = { runId, iteration: 0, activityId, kind: 'file', name: 'metrics-of-base' } as const satisfies Filing;
  if (iteration === 0) {
    await host.artifacts.putJson(filing, metrics);
    return {};
  }
  const hash = await filedArtifact(context, { kind: filing.kind, name: filing.name, iteration: 0 });
  return hash === null ? {} : await artifactAs(host.artifacts, hash, measured);
}
