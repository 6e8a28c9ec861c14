import { lookup as resolve } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { DomainError } from '#lib/errors.ts';
import { type Allowance, checkAddress } from './allowed-address.ts';
import { notifyTunables } from './tunables.ts';

export interface Answer {
  readonly status: number;
  /** Its beginning. */
  readonly text: string;
}

interface Post {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowance: Allowance;
  readonly signal: AbortSignal;
}

/**
 * Posts JSON to an address of the public internet. The addresses that a name resolves to are checked in the connection that
 * uses them, so that a name cannot change its mind in between; each redirect is checked again. Throws a DomainError for an
 * address that must not be reached, and the socket's own error when nobody answers.
 */
export async function postJson(url: string, post: Post): Promise<Answer> {
  let target = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const answer = await postOnce(target, post);
    const location = answer.headers.location;
    // Only these two keep the method and the body.
    if ((answer.statusCode !== 307 && answer.statusCode !== 308) || location === undefined) return await read(answer);
    answer.destroy();
    if (redirects === notifyTunables.redirects)
      throw new DomainError('REFUSED', `More than ${redirects} redirects, the last to ${location}.`);
    target = new URL(location, target);
    if (target.protocol !== 'https:' && target.protocol !== 'http:')
      throw new DomainError('REFUSED', `A redirect to ${target.protocol} is not followed.`);
  }
}

function postOnce(target: URL, { body, headers, allowance, signal }: Post): Promise<IncomingMessage> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // A name is looked up by the connection; an address is not.
  if (isIP(host) !== 0) checkAddress(host, host, allowance);
  const request = target.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((answered, failed) => {
    const asked = request(
      target,
      {
        method: 'POST',
        agent: false,
        signal,
        lookup: checkedLookup(allowance),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Firmloop',
        },
      },
      answered,
    );
    asked.on('error', failed);
    asked.end(body);
  });
}

/** Resolves as usual and lets no address through that must not be reached. */
function checkedLookup(allowance: Allowance): LookupFunction {
  return (host, options, found) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return found(error, []);
      try {
        for (const { address } of addresses) checkAddress(address, host, allowance);
      } catch (refusal) {
        return found(refusal as Error, []);
      }
      const [first] = addresses;
      if (options.all) return found(null, addresses);
      return first === undefined
        ? found(new Error(`${host} has no address`), [])
        : found(null, first.address, first.family);
    });
  };
}

async function read(answer: IncomingMessage): Promise<Answer> {
  let text = '';
  answer.setEncoding('utf8');
  for await (const piece of answer) {
    text += String(piece);
    if (text.length > notifyTunables.keptAnswer) break;
  }
  answer.destroy();
  return { status: answer.statusCode ?? 0, text: text.slice(0, notifyTunables.keptAnswer) };
}
