import { createCollector } from '../collector.ts';
import { createJsonReader } from '../json/json-reader.ts';
import type { ParserOptions } from '../line-parser.ts';
import type { ResultParser } from '../types.ts';
import { wordTable } from '../word-table.ts';
import { createEventLog, eventName } from './event-log.ts';
import { healthCase } from './health.ts';
import { severityOfText, severityOfWord } from './severity.ts';

/** An object or array that is open, with those of its own fields that matter. */
interface Open {
  readonly key: string | null;
  readonly fields: Record<string, string>;
  readonly args: string[];
  status: Readonly<Record<string, string>> | null;
}

/** Fields as Redfish names them, by the name under which a log comes: the page of OpenBMC saves it under names of its own. */
const kept = wordTable<string>({
  '@odata.id': 'path',
  '@odata.type': 'kind',
  'Members@odata.count': 'count',
  Severity: 'severity',
  MessageSeverity: 'severity',
  Message: 'message',
  MessageId: 'messageId',
  Created: 'time',
  EventTimestamp: 'time',
  EntryCode: 'code',
  SensorType: 'sensor',
  Resolved: 'resolved',
  State: 'State',
  Health: 'Health',
  Name: 'label',
  severity: 'severity',
  description: 'message',
  date: 'time',
  status: 'resolved',
});

/**
 * JSON of a Redfish service: log entries, as a collection, a list or alone, and the `Status` of any resource in it. Nothing
 * but the objects that are open is held.
 */
export function createRedfishJsonParser(options: ParserOptions = {}): ResultParser {
  const collector = createCollector({ format: 'bmc', repeats: 'attempts', ...options });
  const log = createEventLog(collector);
  const path: Open[] = [];
  let line = 1;
  let entries = 0;
  const reader = createJsonReader(collector.limits.messageChars, {
    open: (_, key) => path.push({ key, fields: {}, args: [], status: null }),
    close() {
      const closed = path.pop();
      if (closed !== undefined) close(closed);
    },
    value(key, text) {
      const owner = path.at(-1);
      if (owner === undefined || text === 'null') return;
      const field = kept.get(key ?? '');
      if (field !== undefined) owner.fields[field] ??= text;
      else if (key === null && owner.key === 'MessageArgs' && owner.args.length === 0) owner.args.push(text);
    },
  });

  return {
    push(chunk) {
      for (const part of chunk.split(/(?<=\n)/)) {
        reader.push(part);
        if (part.endsWith('\n')) line += 1;
      }
    },
    end() {
      const trouble = reader.end();
      if (trouble !== null) collector.incomplete(trouble);
      log.end(trouble === null);
      return collector.finish();
    },
  };

  function close({ key, fields, args, status }: Open): void {
    const above = path.at(-1);
    if (key === 'MessageArgs') above?.args.push(...args);
    else if (key === 'Status' && above !== undefined) above.status = fields;
    else if (fields.severity !== undefined && fields.message !== undefined) addEntry(fields, args);
    else if (status !== null) collector.add({ line, ...healthCase(nameOf(key, fields), status) });
    if (fields.kind?.includes('LogEntryCollection')) endCollection(Number(fields.count));
  }

  function addEntry(
    { severity, message = '', ...fields }: Readonly<Record<string, string>>,
    [subject]: string[],
  ): void {
    entries += 1;
    const id = fields.messageId?.split('.').at(-1) ?? '';
    const about = subject !== undefined && /[a-z]/i.test(subject) ? subject : '';
    const said = id === '' ? [fields.sensor ?? '', eventName(message)] : [id, about];
    log.add({
      name: said.filter((part) => part !== '').join(': '),
      message,
      severity: severityOfWord(severity) ?? severityOfText(message),
      time: fields.time ?? '',
      settled: settledBy(fields),
      line,
    });
  }

  function endCollection(count: number): void {
    log.begin();
    if (count > entries) collector.incomplete(`the log has ${count} entries, ${entries} of them are in the file`);
  }

  /** Parts of a resource have no path of their own. */
  function nameOf(key: string | null, { path: own, label }: Readonly<Record<string, string>>): string {
    if (own !== undefined) return own;
    const owner = path.findLast(({ fields }) => fields.path !== undefined)?.fields.path;
    return [owner, key ?? label].filter((part) => part != null).join('#') || '(without a name)';
  }
}

function settledBy({ code, resolved }: Readonly<Record<string, string>>): string | null {
  if (/^deassert/i.test(code ?? '')) return 'it is over';
  return resolved === 'true' ? 'it was marked as resolved' : null;
}
