/** One line of output. `number` starts at 1 and counts line feeds, as an editor does. */
export interface Line {
  text: string;
  number: number;
  /** Characters beyond the limit that were dropped. */
  cut: number;
}

/** Cuts a stream of text into lines; the lines do not depend on how the stream was cut into chunks. */
export interface LineSplitter {
  push(chunk: string): void;
  /** Hands on a last line that has no line feed. */
  end(): void;
}

/**
 * A line ends at `\n` or `\r\n` (serial drivers also send `\r\r\n`). A `\r` alone overwrites the line on a terminal:
 * what stood there before is handed on as a line of its own under the same number, so nothing is hidden by it.
 * At most `limit` characters of a line are held.
 */
export function createLineSplitter(limit: number, onLine: (line: Line) => void): LineSplitter {
  let held = '';
  let cut = 0;
  let number = 1;
  let sawReturn = false;

  const hand = (): void => {
    onLine({ text: held, number, cut });
    held = '';
    cut = 0;
  };
  const hold = (part: string): void => {
    if (part === '') return;
    if (sawReturn) {
      sawReturn = false;
      if (held !== '') hand();
    }
    const room = limit - held.length;
    held += part.slice(0, Math.max(room, 0));
    cut += Math.max(part.length - room, 0);
  };

  return {
    push(chunk) {
      let from = 0;
      let feed = chunk.indexOf('\n');
      let carriage = chunk.indexOf('\r');
      while (feed !== -1 || carriage !== -1) {
        if (carriage !== -1 && (feed === -1 || carriage < feed)) {
          hold(chunk.slice(from, carriage));
          sawReturn = true;
          from = carriage + 1;
          carriage = chunk.indexOf('\r', from);
        } else {
          hold(chunk.slice(from, feed));
          sawReturn = false;
          hand();
          number += 1;
          from = feed + 1;
          feed = chunk.indexOf('\n', from);
        }
      }
      hold(chunk.slice(from));
    },
    end() {
      if (held !== '') hand();
    },
  };
}
