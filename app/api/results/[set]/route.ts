import { measurementJunit } from '#lib/report/measurement-junit.ts';
import { download } from '#server/api/download.ts';
import { originOf } from '#server/api/origin.ts';
import { measuredCases } from '#server/store/measured-cases.ts';
import { testsOf } from '#server/store/results.ts';
import { currentPerson } from '../../../_lib/session.ts';

type Context = { params: Promise<{ set: string }> };
type Pool = Parameters<typeof testsOf>[0];

/** What a measurement is written as; null where there is none. */
const formats = {
  json: {
    type: 'application/json',
    ending: 'json',
    write: async (pool: Pool, set: string) => {
      const tests = await testsOf(pool, set);
      return tests.length === 0 ? null : `${JSON.stringify(tests, null, 1)}\n`;
    },
  },
  junit: {
    type: 'application/xml; charset=utf-8',
    ending: 'xml',
    write: async (pool: Pool, set: string) => {
      const cases = await measuredCases(pool, set);
      return cases.length === 0 ? null : measurementJunit(`results ${set.slice(0, 8)}`, cases);
    },
  },
} as const;

/** Every test of one measurement as JSON or, with `?format=junit`, as a JUnit file: to keep, or to work on. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const format = new URL(request.url).searchParams.get('format') ?? 'json';
  const asked = {
    person: await currentPerson(),
    params: await params,
    from: originOf(request.headers),
    details: { format },
  };
  return await download('/api/results/[set]', asked, async ({ services: { pool } }) => {
    const { set } = asked.params;
    if (!isFormat(format)) return new Response('The format makes no sense: json and junit are known.', { status: 400 });
    const { type, ending, write } = formats[format];
    const body = await write(pool, set);
    if (body === null) return new Response('There are no such results.', { status: 404 });
    return new Response(body, {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="results-${set.slice(0, 8)}.${ending}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    });
  });
}

function isFormat(format: string): format is keyof typeof formats {
  return Object.hasOwn(formats, format);
}
