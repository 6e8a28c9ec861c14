import { whyNotAllowed } from './allowed-host.ts';

export interface FetchLimits {
  /** From the request to the end of the answer. */
  readonly totalMs: number;
  /** Longest time without a byte, the first one included. */
  readonly silenceMs: number;
  readonly answerBytes: number;
}

/** Why a request was given up, besides the caller's own signal. */
export class RequestEnded extends Error {
  override readonly name = 'RequestEnded';
}

/**
 * `fetch` with limits, to allowed hosts only, which follows no redirects. A request that exceeds a limit rejects with
 * `RequestEnded`, also while its answer is being read.
 */
export function boundedFetch({ totalMs, silenceMs, answerBytes }: FetchLimits): typeof fetch {
  return async (target, init) => {
    const address = typeof target === 'string' ? target : target instanceof URL ? target.href : target.url;
    const refused = whyNotAllowed(address);
    if (refused !== null) throw new RequestEnded(refused);
    const limit = new AbortController();
    const end = (reason: string) => limit.abort(new RequestEnded(reason));
    const total = setTimeout(end, totalMs, `no whole answer within ${totalMs / 1000} s`).unref();
    const listen = () => setTimeout(end, silenceMs, `silent for ${silenceMs / 1000} s`).unref();
    let silence = listen();
    const stop = () => {
      clearTimeout(total);
      clearTimeout(silence);
    };
    const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
    try {
      const response = await fetch(target, { ...init, signal, redirect: 'error' });
      if (response.body === null) {
        stop();
        return response;
      }
      let bytes = 0;
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.length;
          if (bytes > answerBytes) end(`the answer has more than ${answerBytes} bytes`);
          clearTimeout(silence);
          silence = listen();
          controller.enqueue(chunk);
        },
        flush: stop,
      });
      signal.addEventListener('abort', stop, { once: true });
      const { status, statusText, headers } = response;
      return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
    } catch (error) {
      stop();
      throw limit.signal.aborted ? limit.signal.reason : error;
    }
  };
}
