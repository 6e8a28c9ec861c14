import type { z } from 'zod';

/** The problems of a refused input as one line: `iterations[0].passed: must not exceed total; …`. */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${where(issue.path)}${issue.message}`).join('; ');
}

function where(path: readonly PropertyKey[]): string {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return place === '' ? '' : `${place.replace(/^\./, '')}: `;
}
