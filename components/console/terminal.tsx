'use client';

import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef } from 'react';
import type { Feed } from './feed.ts';

export type TerminalProps = {
  feed: Feed;
  label: string;
  /** Absent: the terminal only shows. */
  onType?: ((text: string) => void) | undefined;
};

/** Lines that can be scrolled back to. */
const scrollback = 10_000;

/** A console is dark in both themes: programs choose their colours for that. */
const theme = { background: '#14161a', foreground: '#e4e7eb', cursor: '#e4e7eb', selectionBackground: '#3b4a63' };

const font = '"JetBrains Mono Variable"';
const fontSize = 13;

/** A terminal. Its program is loaded when it is first shown. */
export function Terminal({ feed, label, onType }: TerminalProps) {
  const place = useRef<HTMLDivElement>(null);
  const type = useRef(onType);
  type.current = onType;
  const writes = onType !== undefined;

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let isGone = false;
    let stop: () => void = () => undefined;
    // Cells are measured when the terminal opens: the font has to be there by then.
    const loaded = document.fonts.load(`${fontSize}px ${font}`);
    void Promise.all([import('@xterm/xterm'), import('@xterm/addon-fit'), loaded]).then(([xterm, fit]) => {
      if (isGone) return;
      const terminal = new xterm.Terminal({
        ...{ theme, scrollback, disableStdin: !writes, cursorBlink: writes, fontSize },
        fontFamily: `${font}, monospace`,
        screenReaderMode: true,
      });
      const fitting = new fit.FitAddon();
      terminal.loadAddon(fitting);
      terminal.open(element);
      fitting.fit();
      const typing = terminal.onData((text) => type.current?.(text));
      const silent = feed.listen((bytes) => terminal.write(bytes));
      const sized = new ResizeObserver(() => fitting.fit());
      sized.observe(element);
      stop = () => {
        silent();
        typing.dispose();
        sized.disconnect();
        terminal.dispose();
      };
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [feed, writes]);

  return (
    <section aria-label={label} className="h-[28rem] overflow-hidden rounded-md bg-[#14161a] p-2">
      <div ref={place} className="h-full" />
    </section>
  );
}
