import { fieldsOf, saidText, saidWords } from '#lib/boards/formats/draft.ts';
import { labgridPlaces } from '#lib/boards/formats/labgrid-places.ts';
import { readSpelled } from '#lib/boards/formats/spelled-yaml.ts';
import { twisterMap } from '#lib/boards/formats/twister-map.ts';
import type { CaseDraft, Collector } from '../collector.ts';
import type { LineReader } from '../line-parser.ts';
import { createYamlEntries, type YamlEntry } from './yaml-entries.ts';

/** A file with more entries that cannot be read is none of these. */
const mostUnreadable = 20;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Twister's hardware map, or labgrid's `places.yaml`: each board or place is a test of whether it can be used. One that
 * cannot is trouble of the bench and never counts against the firmware. Ids stay the text that they are: 0006 is not 6.
 */
export function readHardwareMap(collector: Collector): LineReader {
  const linesOfIds = new Map<string, number>();
  let unreadableEntries = 0;
  const entries = createYamlEntries(readEntry);
  return {
    line(text, number) {
      entries.line(text, number);
      return true;
    },
    end: entries.end,
  };

  function readEntry({ text, line, cut }: YamlEntry): void {
    if (unreadableEntries >= mostUnreadable) return;
    const read = cut > 0 ? { ok: false as const, problem: `it is ${cut} characters too long` } : readSpelled(text);
    if (!read.ok) unreadable(line, read.problem.split('\n')[0] ?? '');
    else if (twisterMap.takes(read.value)) for (const board of boardsIn(read.value)) addBoard(fieldsOf(board), line);
    else if (labgridPlaces.takes(read.value))
      for (const [name, place] of Object.entries(fieldsOf(read.value))) addPlace(name, fieldsOf(place), line);
    else collector.warn(line, 'this entry is no board and no place');
  }

  function unreadable(line: number, why: string): void {
    unreadableEntries += 1;
    collector.warn(line, `this entry cannot be read: ${why}`);
    if (unreadableEntries === mostUnreadable) collector.warn(line, 'too many entries cannot be read: the rest is not');
    collector.incomplete(`the entry of line ${line} cannot be read`);
  }

  function addBoard(board: Fields, line: number): void {
    const id = saidText(board.id) ?? saidText(board.probe_id);
    const before = id === null ? undefined : linesOfIds.get(id);
    if (before !== undefined) collector.warn(line, `the id ${id} is also that of a board in line ${before}`);
    if (id !== null && before === undefined) linesOfIds.set(id, line);
    const name = id ?? saidText(board.serial) ?? saidText(board.product) ?? '(without an id)';
    collector.add({ suite: saidWords(board.platform).join(' '), name, line, ...judged(troubleOfBoard(board)) });
  }

  function addPlace(name: string, place: Fields, line: number): void {
    for (const [tag, value] of Object.entries(fieldsOf(place.tags)))
      if (typeof value === 'object') collector.warn(line, `the tag ${tag} of ${name} is no text`);
    collector.add({ suite: 'places', name, line, ...judged(troubleOfPlace(place)) });
  }
}

function boardsIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function judged(trouble: string | null): Pick<CaseDraft, 'status' | 'message'> {
  return trouble === null ? { status: 'passed' } : { status: 'infra', message: trouble };
}

/** `connected` is a switch in YAML 1.1 and a word in YAML 1.2; a map that was written by hand may leave it out. */
function troubleOfBoard({ connected, serial, serial_pty: pty }: Fields): string | null {
  if (/^(?:no|n|false|off)$/i.test(saidText(connected) ?? '')) return 'it was not connected when the map was written';
  if (saidText(serial) === null && saidText(pty) === null) return 'it has neither serial nor serial_pty';
  return null;
}

function troubleOfPlace({ matches }: Fields): string | null {
  return Array.isArray(matches) && matches.length > 0 ? null : 'it matches no resource';
}
