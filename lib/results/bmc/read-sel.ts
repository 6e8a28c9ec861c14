import type { Collector } from '../collector.ts';
import type { LineReader } from '../line-parser.ts';
import { createEventLog } from './event-log.ts';
import { type Columns, columnsOf, eventOfLine, ipmitoolColumns, isIpmitoolLine } from './sel-line.ts';
import { separatorOf, splitFields } from './split-fields.ts';

/**
 * A controller's event log as lines: what ipmitool prints (`sel list`, `sel elist`, also with `-c`), and CSV whose first line
 * names the columns, as FreeIPMI and the pages of controllers write it. Other lines are passed over.
 */
export function readSel(collector: Collector): LineReader {
  const log = createEventLog(collector);
  let columns: Columns | null = null;
  let separator: string | null = null;
  return {
    line(text, number) {
      const between = separator ?? separatorOf(text);
      if (between === null) {
        if (/^SEL has no entries/i.test(text.trim())) log.begin();
        return true;
      }
      const fields = splitFields(text, between);
      if (columns === null) {
        columns = columnsOf(fields) ?? (isIpmitoolLine(fields) ? ipmitoolColumns : null);
        if (columns === null) return true;
        separator = between;
        log.begin();
        if (columns !== ipmitoolColumns) return true;
      }
      const event = eventOfLine(fields, columns, number);
      if (event !== null) log.add(event);
      return true;
    },
    end: () => log.end(true),
  };
}
