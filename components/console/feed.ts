/** Bytes on their way to a terminal. One that begins to listen late gets what came before, too. */
export interface Feed {
  push(bytes: Uint8Array): void;
  /** Answers with what ends it. */
  listen(listener: (bytes: Uint8Array) => void): () => void;
}

export function createFeed(): Feed {
  const kept: Uint8Array[] = [];
  const listeners = new Set<(bytes: Uint8Array) => void>();
  return {
    push(bytes) {
      kept.push(bytes);
      for (const listener of listeners) listener(bytes);
    },
    listen(listener) {
      for (const bytes of kept) listener(bytes);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Bytes as JSON carries them. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
