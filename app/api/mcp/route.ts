import { originOf } from '#server/api/origin.ts';
import { services } from '#server/api/services.ts';
import { bearerOf } from '#server/auth/person.ts';
import { answerMcp } from '#server/mcp/answer-mcp.ts';
import { boundedRequest } from '#server/uploads/bounded-request.ts';
import { personBy } from '../../_lib/session.ts';

export const dynamic = 'force-dynamic';

/** What one request may bring with it: patches are the most. */
const mostBytes = 1024 * 1024;

/** The tools of the Model Context Protocol. Only a token opens them: no page can make a browser send one. */
export async function POST(request: Request): Promise<Response> {
  const person = bearerOf(request.headers) === null ? null : await personBy(request.headers);
  if (person === null)
    return Response.json(
      { jsonrpc: '2.0', error: { code: -32_001, message: 'Show a token: Authorization: Bearer …' }, id: null },
      { status: 401, headers: { 'www-authenticate': 'Bearer' } },
    );
  const bounded = await boundedRequest(request, mostBytes);
  if (bounded instanceof Response) return bounded;
  return await answerMcp(bounded, { services: services(), person, from: originOf(request.headers) });
}
