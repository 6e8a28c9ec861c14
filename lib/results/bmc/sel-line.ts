import { type BmcEvent, eventName } from './event-log.ts';
import { severityOfText, severityOfWord } from './severity.ts';

/** What a column of a log is, by the words that head it; the first that fits. */
const headings = {
  id: /^(?:record ?id|sel ?id|event ?id|entry ?id|id|#|no\.?)$/i,
  severity: /^(?:severity|level|state|status)$/i,
  date: /^(?:date|date ?(?:and|\/)? ?time|created|timestamp)$/i,
  time: /^time$/i,
  sensor: /^(?:sensor(?: ?name)?|name|component|source|type|entry ?type)$/i,
  event: /^(?:event|message|description)$/i,
  direction: /^(?:direction|assertion|event ?dir(?:ection)?)$/i,
} as const satisfies Record<string, RegExp>;

type Column = keyof typeof headings;

/** Which field of a line is what. */
export type Columns = readonly (Column | null)[];

/** ipmitool's `sel list` and `sel elist`, with `|` or, by `-c`, with commas. */
export const ipmitoolColumns: Columns = ['id', 'date', 'time', 'sensor', 'event', 'direction'];

/** The columns that a line heads; null for a line that heads none. */
export function columnsOf(fields: readonly string[]): Columns | null {
  const taken = new Set<Column>();
  const columns = fields.map((field) => {
    const column = columnNames.find((name) => !taken.has(name) && headings[name].test(field));
    if (column !== undefined) taken.add(column);
    return column ?? null;
  });
  const isLog = taken.has('event') && (taken.has('date') || taken.has('severity')) && taken.size >= 3;
  return isLog ? columns : null;
}

const columnNames = Object.keys(headings) as Column[];

const isRecord = /^[0-9a-f]+$/i;
const isDate = /^(?:\d{1,4}[-/]\d{1,2}[-/]\d{2,4}|[a-z]{3}-\d\d-\d{4}|\d{4}-\d\d-\d\dT\S+|pre-?init)/i;

/** Whether a line without any heading is one of ipmitool's. */
export function isIpmitoolLine(fields: readonly string[]): boolean {
  const [id = '', date = ''] = fields;
  return fields.length >= 5 && isRecord.test(id) && isDate.test(date);
}

/** Null for a line that says nothing: a rule under the heading, or one that is cut off before its event. */
export function eventOfLine(fields: readonly string[], columns: Columns, line: number): BmcEvent | null {
  const field = (column: Column): string => fields[columns.indexOf(column)]?.trim() ?? '';
  const event = field('event');
  if (event === '') return null;
  const sensor = field('sensor');
  const direction = field('direction');
  const text = [sensor, event].filter((part) => part !== '').join(': ');
  return {
    name: eventName(text),
    message: [text, direction, ...fields.slice(columns.length)].filter((part) => part.trim() !== '').join('; '),
    severity: severityOfWord(field('severity')) ?? severityOfText(event),
    time: [field('date'), field('time')].filter((part) => part !== '').join(' '),
    settled: /^deassert/i.test(direction) ? 'it is over' : null,
    line,
  };
}
