import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { TRPCError } from '@trpc/server';
import { isAnywhere, reachOf } from '#lib/access/reach.ts';
import { DomainError } from '#lib/errors.ts';
import { callerOf } from '#server/api/app-router.ts';
import type { Origin } from '#server/api/origin.ts';
import { ruleOf } from '#server/api/permissions.ts';
import type { Services } from '#server/api/services.ts';
import type { Person } from '#server/auth/person.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { type McpTool, mcpTools } from './tools.ts';

/** Who asks over the Model Context Protocol, and what there is to answer with. */
interface Asked {
  readonly services: Services;
  readonly person: Person;
  readonly from: Origin;
}

/**
 * Answers one request of the Model Context Protocol. Nothing is kept between requests: each one shows its token, is offered
 * only the tools whose permission the token holds somewhere, and every call goes through the API's own doors.
 */
export async function answerMcp(request: Request, { services, person, from }: Asked): Promise<Response> {
  const server = new McpServer({ name: 'firmloop', version: packageFile.version });
  const caller = callerOf({ services, person, from });
  for (const [name, { title, description, door, changes, input, call }] of offeredTo(person)) {
    const about = { title, description, inputSchema: input.shape, annotations: { readOnlyHint: !changes } };
    server.registerTool(name, about, async (given: unknown) => await answered(() => call(caller, given), door));
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}

function offeredTo(person: Person): [string, McpTool][] {
  const tools: Readonly<Record<string, McpTool>> = mcpTools;
  return Object.entries(tools).filter(([, { door }]) => {
    const { needs } = ruleOf(door);
    return needs !== null && isAnywhere(reachOf(person, needs));
  });
}

/** Expected trouble is an answer that a model can act on; anything else stays between the server and its log. */
async function answered(work: () => Promise<object>, door: string): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await work()) }] };
  } catch (error) {
    const trouble = error instanceof TRPCError ? error.cause : error;
    if (trouble instanceof DomainError) return told([trouble.message, trouble.next ?? ''].join(' ').trim());
    if (error instanceof TRPCError && error.code === 'BAD_REQUEST') return told(error.message);
    process.stderr.write(`mcp ${door}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return told('Something went wrong on the server; its log has the details.');
  }
}

function told(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
