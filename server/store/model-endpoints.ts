import type { Pool } from 'pg';
import { z } from 'zod';

/** How the form of an answer is demanded of an endpoint, from the strictest to none but words. */
export const structuredForms = ['json_schema', 'json_object', 'prompt'] as const;
export type StructuredForm = (typeof structuredForms)[number];

const stored = z.enum(structuredForms);

/** What an endpoint was found to understand; null before it was asked. */
export async function formOfEndpoint(pool: Pool, baseUrl: string, model: string): Promise<StructuredForm | null> {
  const { rows } = await pool.query<{ structured: string }>(
    'SELECT structured FROM model_endpoint WHERE base_url = $1 AND model = $2',
    [baseUrl, model],
  );
  return rows[0] === undefined ? null : stored.parse(rows[0].structured);
}

/** Remembers what an endpoint understands; found anew, it takes the place of what was known. */
export async function rememberForm(
  pool: Pool,
  { baseUrl, model, form }: { baseUrl: string; model: string; form: StructuredForm },
): Promise<void> {
  await pool.query(
    `INSERT INTO model_endpoint (base_url, model, structured) VALUES ($1, $2, $3)
     ON CONFLICT (base_url, model) DO UPDATE SET structured = EXCLUDED.structured, found_at = clock_timestamp()`,
    [baseUrl, model, form],
  );
}
