import type { Collector } from '../collector.ts';
import { eventTime, hasZone } from './event-time.ts';
import { type Severity, statusOfSeverity } from './severity.ts';

/** One entry of a controller's log. */
export interface BmcEvent {
  /** What it is about and says, without what differs each time: the test's name. */
  readonly name: string;
  readonly message: string;
  readonly severity: Severity;
  /** As the controller wrote it; empty for none. */
  readonly time: string;
  /** Why it judges nothing although it is critical: it is over, or somebody has dealt with it. */
  readonly settled: string | null;
  readonly line: number;
}

/** Puts the entries of a log among the results, and at the end whether any of them is critical. */
export interface EventLog {
  /** A log is here, even if it has no entry. */
  begin(): void;
  add(event: BmcEvent): void;
  end(isWhole: boolean): void;
}

const suite = 'events';

/**
 * What happens once has no history, so a log is one test that every log has, `no critical event`, beside a failed one for
 * each kind of critical event. Warnings are skipped, all else is not run: neither counts, and neither is missing later.
 */
export function createEventLog(collector: Collector): EventLog {
  let began = false;
  let critical = 0;
  let unzoned: number | null = null;
  return {
    begin() {
      began = true;
    },
    add({ name, message, severity, time, settled, line }) {
      began = true;
      if (!hasZone(time)) unzoned ??= line;
      const status = settled === null ? statusOfSeverity[severity] : 'not_run';
      const told = [message, settled ?? '', eventTime(time)].filter((part) => part !== '').join('\n');
      if (status === 'failed') critical += 1;
      collector.add({ suite, name, line, status, ...(status === 'failed' ? { message: told } : { reason: told }) });
    },
    end(isWhole) {
      if (!began) return;
      if (unzoned !== null) collector.warn(unzoned, 'the times of this log have no zone; they are kept as written');
      const name = 'no critical event';
      if (critical > 0) collector.add({ suite, name, status: 'failed', message: `${critical} critical` });
      else if (isWhole) collector.add({ suite, name, status: 'passed' });
      else collector.add({ suite, name, status: 'error', message: 'the log could not be read to its end' });
    },
  };
}

/** What an event says without its readings, which follow it and differ each time. */
export function eventName(text: string): string {
  return text.replace(/\s{0,3}[;,(.]?\s{0,3}(?:sensor )?\b(?:reading|threshold)\b.*$/i, '').trim();
}
