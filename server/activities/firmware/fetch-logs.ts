import type { fetchLogs as contract } from '#lib/activities/results.ts';
import type { Perform } from '../perform.ts';
import { builtTree } from './built-tree.ts';
import { type MeasuredPart, measurementOf, storeMeasurement } from './measured-part.ts';
import { measureMetrics } from './metrics.ts';
import { readResultFiles } from './read-results.ts';
import { configOf } from './run-facts.ts';
import { environmentOfRun } from './site.ts';

export const fetchLogs: Perform<typeof contract> = async ({ attempt }, context) => {
  const config = await configOf(context);
  const measurement = await measurementOf(context, attempt, 'ran');
  const tree = await builtTree(context);
  const environment = await environmentOfRun(context, config, tree.workspace);
  const missing: string[] = [];
  const parts: MeasuredPart[] = [];
  for (const [index, measured] of measurement.parts.entries()) {
    if (measured.parsed !== null) {
      parts.push(measured);
      continue;
    }
    const read = await readResultFiles(context, tree, environment.parts[index]?.results ?? config.results);
    missing.push(...read.missing);
    parts.push({ ...measured, parsed: read.parsed });
  }
  const byCommand = await measureMetrics(context, { config, workspace: tree.workspace });
  const hasMore = parts.some((part, at) => part !== measurement.parts[at]) || Object.keys(byCommand).length > 0;
  if (hasMore) {
    const metrics = { ...measurement.metrics, ...byCommand };
    await storeMeasurement(context, 'read', { ...measurement, parts, metrics, isWhole: true });
  }
  const evidence = parts.flatMap((part) => part.evidence.slice(0, 3));
  return {
    ok: missing.length === 0,
    logs: parts.length,
    missing: missing.slice(0, 5).map((name) => name.slice(0, 200)),
    evidence: [
      { kind: 'log', id: measurement.activityId, label: `output of the tests, attempt ${attempt}` },
      ...evidence.slice(0, 4).map(({ name, hash }) => ({ kind: 'artifact' as const, id: hash, label: name })),
    ],
  };
};
