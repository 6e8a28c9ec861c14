import type { ZodType } from 'zod';
import {
  searchAlternativesSchema,
  searchProgressSchema,
  searchRecords,
  suspiciousLinesSchema,
} from '#lib/repair/records.ts';
import { artifactInIteration } from '#server/store/pages/artifact-list.ts';
import type { Services } from '../services.ts';

/** An iteration of a run, and until when its files count: null for as long as there are any. */
interface SearchAt {
  readonly runId: string;
  readonly iteration: number;
  readonly until: Date | null;
}

/** What a search without a model has told in an iteration, so far or in the end. Each part is null until it is told. */
export async function searchView(services: Services, at: SearchAt) {
  const [progress, suspicious, alternatives] = await Promise.all([
    told(services, at, searchRecords.progress, searchProgressSchema),
    told(services, at, searchRecords.lines, suspiciousLinesSchema),
    told(services, at, searchRecords.alternatives, searchAlternativesSchema),
  ]);
  return { progress, suspicious, alternatives };
}

/** What another release of Firmloop filed in another shape is not shown. */
async function told<Told>(services: Services, at: SearchAt, name: string, schema: ZodType<Told>): Promise<Told | null> {
  const filed = await artifactInIteration(services.prisma, { ...at, kind: 'file', name: `${name}.json` });
  if (filed === null) return null;
  const content = (await services.artifacts.get(filed.hash)).toString('utf8');
  const parsed = schema.safeParse(JSON.parse(content));
  return parsed.success ? parsed.data : null;
}
