import { expect, test } from 'vitest';
import { boundedRequest } from './bounded-request.ts';

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request('http://localhost/x', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

test('a body within the limit arrives as it was sent', async () => {
  const bounded = await boundedRequest(post('ünd', { 'content-type': 'text/plain' }), 4);
  expect(bounded).toBeInstanceOf(Request);
  expect(await bounded.text()).toBe('ünd');
  expect(bounded.headers.get('content-type')).toBe('text/plain');
});

test('no body is no trouble', async () => {
  const request = post(null);
  expect(await boundedRequest(request, 1)).toBe(request);
});

test('a body that never ends is cut off at the limit', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  expect(await boundedRequest(post(endless), 10_000)).toMatchObject({ status: 413 });
  expect(sent).toBeLessThan(20);
});

test('a body that is announced as too large is not read', async () => {
  const bounded = await boundedRequest(post('x', { 'content-length': '5000' }), 10);
  expect(bounded).toMatchObject({ status: 413 });
});
