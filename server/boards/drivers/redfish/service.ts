import type { z } from 'zod';
import type { Refused } from '../capabilities.ts';
import type { RedfishClient, RedfishReply, RedfishRequest } from './client.ts';
import { collectionSchema, errorSchema } from './resources.ts';

export type Read<T> = { readonly ok: true; readonly value: T; readonly etag: string | undefined } | Refused;

/** The service as its reader sees it: resources that are what they must be, or the reason why not. */
export interface RedfishService {
  get<Schema extends z.ZodType>(path: string, schema: Schema, signal: AbortSignal): Promise<Read<z.output<Schema>>>;
  /** The members of a collection, each read. Members that cannot be read are passed over when others can. */
  members<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<Read<z.output<Schema>[]>>;
  /** An order; a status of 400 and above is a refusal in the controller's words. */
  order(request: RedfishRequest): Promise<({ readonly ok: true } & RedfishReply) | Refused>;
}

export function redfishService(client: RedfishClient): RedfishService {
  const order: RedfishService['order'] = async (request) => {
    const sent = await client.send(request);
    if (!sent.ok || sent.status < 400) return sent;
    return {
      ok: false,
      reason: `${request.method} ${request.path} was answered with ${sent.status}${wordsOf(sent.body)}`,
    };
  };
  const get: RedfishService['get'] = async (path, schema, signal) => {
    const sent = await order({ method: 'GET', path, signal });
    if (!sent.ok) return sent;
    const read = schema.safeParse(parsed(sent.body));
    if (!read.success)
      return { ok: false, reason: `${path} is not what Redfish describes: ${read.error.issues[0]?.message}` };
    return { ok: true, value: read.data, etag: sent.headers.etag };
  };
  return {
    get,
    order,
    async members(path, schema, signal) {
      const collection = await get(path, collectionSchema, signal);
      if (!collection.ok) return collection;
      const links = collection.value.Members.slice(0, mostMembers);
      const all = [];
      for (const { '@odata.id': member } of links) all.push(await get(member, schema, signal));
      const good = all.flatMap((one) => (one.ok ? [one.value] : []));
      const bad = all.find((one) => !one.ok);
      return good.length === 0 && bad !== undefined ? bad : { ok: true, value: good, etag: undefined };
    },
  };
}

/** Of a collection; controllers list thousands of log entries. */
const mostMembers = 500;

function wordsOf(body: Buffer): string {
  const read = errorSchema.safeParse(parsed(body));
  if (!read.success) return '';
  const { message, '@Message.ExtendedInfo': extended } = read.data.error;
  const said = extended?.[0]?.Message ?? message;
  return said ? `: ${said}` : '';
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
