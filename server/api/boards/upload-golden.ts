import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { keepBlob } from '#server/store/keep-blob.ts';
import { atMost } from '#server/uploads/at-most.ts';
import { uploadLimits } from '#server/uploads/limits.ts';
import { admit } from '../admit.ts';
import { noteRefusal } from '../note-refusal.ts';
import type { Upload } from '../upload.ts';

/** An image as a check plan names it. */
export interface GoldenImage {
  readonly hash: string;
  readonly name: string;
}

const querySchema = z.strictObject({ name: z.string().trim().min(1).max(400).transform(wellFormed) });

/** Takes an image that boards are to be checked with. Throws BAD_INPUT, FORBIDDEN and LIMIT. */
export async function uploadGolden({ services, person, from, query, content }: Upload): Promise<GoldenImage> {
  const door = '/api/boards/golden';
  await admit(services.pool, person, door, {}).catch((error: unknown) =>
    noteRefusal(services.pool, { error, person, door, from }),
  );
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) throw new DomainError('BAD_INPUT', `Invalid input: ${describeIssues(parsed.error)}`);
  const bytes = await buffer(atMost(content, { what: 'An image', mostBytes: uploadLimits.fileBytes }));
  if (bytes.length === 0) throw new DomainError('BAD_INPUT', `${parsed.data.name} is empty.`);
  return { hash: await keepBlob(services.pool, bytes), name: parsed.data.name };
}
