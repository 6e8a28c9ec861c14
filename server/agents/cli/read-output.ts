import { aiderSpent, readText } from '#lib/agents/coding/plain-text.ts';
import { type CodingReport, nothingYet } from '#lib/agents/coding/report.ts';
import type { SessionEvent } from '#lib/sessions/signals.ts';
import type { Preset } from './preset.ts';

/** A line longer than this is no message of any agent. */
const longestLine = 8 * 1024 * 1024;

/** Reads what a coding agent prints as it comes; noise between its messages is passed over. */
export interface OutputReader {
  push(bytes: Buffer): void;
  end(): CodingReport;
}

/** `say` gets what a person may want to read, `hear` what happens in a session. */
export function readOutput(
  preset: Pick<Preset, 'read' | 'hears'> | null,
  say: (text: string) => void,
  hear: (event: SessionEvent) => void = () => undefined,
): OutputReader {
  const decoder = new TextDecoder();
  let report = nothingYet;
  let rest = '';
  const line = (text: string) => {
    const message = jsonOf(text);
    if (message === undefined || !preset?.read) return;
    const heard = preset.read(report, message);
    report = heard.report;
    for (const event of preset.hears?.(message) ?? []) hear(event);
    if (heard.say !== null) say(heard.say);
  };
  return {
    push(bytes) {
      const text = decoder.decode(bytes, { stream: true });
      if (!preset?.read) {
        report = readText(report, text);
        return;
      }
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(-longestLine);
      for (const one of lines) line(one);
    },
    end() {
      line(rest);
      if (preset?.read) return report;
      if (report.text.trim() !== '') hear({ type: 'text', text: report.text });
      return { ...report, ...aiderSpent(report.text) };
    },
  };
}

function jsonOf(line: string): unknown {
  if (!line.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
