import { tunables } from './tunables.ts';

/** A terminal or a file. */
export type Output = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };

export type Paint = (tone: 'good' | 'bad' | 'attention' | 'quiet', text: string) => string;

/** Where progress is shown: lines that stay, and on a terminal one line that is drawn in place. */
export interface Screen {
  readonly paint: Paint;
  say(line: string): void;
  /** What the line in place says from now on; it is asked each time that it is drawn. */
  show(status: () => string): void;
  /** Clears the line in place. */
  close(): void;
}

const codes = { good: 32, bad: 31, attention: 33, quiet: 2 } as const;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Draws in place on a terminal, and prints plain lines in CI or into a file. Colours only on a terminal and without NO_COLOR. */
export function createScreen(stream: Output, env: Readonly<Record<string, string | undefined>>): Screen {
  const isTerminal = stream.isTTY === true && env.TERM !== 'dumb';
  const paint = isTerminal && !env.NO_COLOR ? coloured : (_: unknown, text: string) => text;
  const say = (line: string) => void stream.write(`${line}\n`);
  if (!isTerminal || (env.CI !== undefined && env.CI !== '' && env.CI !== 'false'))
    return { paint, say, show: () => undefined, close: () => undefined };
  return liveScreen(stream, paint);
}

function liveScreen(stream: Output, paint: Paint): Screen {
  let status: () => string = () => '';
  let frame = 0;
  const clear = '\r\x1b[2K';
  const draw = () => {
    if (status() === '') return;
    frame += 1;
    const line = `${frames[frame % frames.length]} ${status()}`;
    stream.write(`${clear}${paint('quiet', [...line].slice(0, (stream.columns || 80) - 1).join(''))}`);
  };
  const timer = setInterval(draw, tunables.redraw);
  return {
    paint,
    say: (line) => void stream.write(`${clear}${line}\n`),
    show(next) {
      status = next;
      draw();
    },
    close() {
      clearInterval(timer);
      stream.write(clear);
    },
  };
}

function coloured(tone: keyof typeof codes, text: string): string {
  return `\x1b[${codes[tone]}m${text}\x1b[0m`;
}
