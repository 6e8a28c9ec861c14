/** Posts to one of the doors below `/api/auth`; answers with its body, or with what went wrong in a sentence. */
export async function knock(path: string, body: object): Promise<{ problem: string } | { answer: unknown }> {
  try {
    const response = await fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return { answer: await response.json() };
    return {
      problem: (await sentenceOf(response)) ?? `The server answered ${response.status}: try again in a moment.`,
    };
  } catch {
    return { problem: 'The server does not answer: try again in a moment.' };
  }
}

async function sentenceOf(response: Response): Promise<string | null> {
  const body: unknown = await response.json().catch(() => null);
  const message: unknown = typeof body === 'object' && body !== null && 'message' in body ? body.message : null;
  return typeof message === 'string' ? message : null;
}
