import { expect, test } from 'vitest';
import { z } from 'zod';
import { derivedId } from './derived-id.ts';

test('an id from words is a valid UUID of version 8, the same for the same words only', () => {
  const ids = Array.from({ length: 200 }, (_, at) => derivedId(`fork ${at}`));
  for (const id of ids) expect(() => z.uuid({ version: 'v8' }).parse(id)).not.toThrow();
  expect(new Set(ids).size).toBe(ids.length);
  expect(derivedId('fork 1')).toBe(ids[1]);
});
