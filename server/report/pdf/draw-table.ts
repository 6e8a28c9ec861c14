import { cellText } from '#lib/report/cell-text.ts';
import type { ReportColumn, ReportRow } from '#lib/report/report.ts';
import { type Document, ink, inner, paper } from './paper.ts';
import { pdfText } from './pdf-text.ts';

/** Columns of text get so many times the room of columns of numbers. */
const textRoom = 1.8;

/** Draws the rows below where the document stands; the head stands again on every page. */
export function drawTable(doc: Document, columns: readonly ReportColumn[], rows: readonly ReportRow[]): void {
  const rooms = columns.map(({ unit }) => (unit === 'text' ? textRoom : 1));
  const each = inner / rooms.reduce((sum, room) => sum + room, 0);
  const line = (cells: readonly string[], color: string) => {
    let left: number = paper.margin;
    const { y } = doc;
    for (const [index, cell] of cells.entries()) {
      const width = (rooms[index] ?? 1) * each;
      const align = columns[index]?.unit === 'text' || columns[index]?.unit === 'period' ? 'left' : 'right';
      doc.fillColor(color).text(pdfText(cell), left, y, { width: width - 6, height: 9, align, ellipsis: true });
      left += width;
    }
    doc
      .moveTo(paper.margin, y + paper.row - 4)
      .lineTo(paper.margin + inner, y + paper.row - 4)
      .lineWidth(0.5)
      .stroke(ink.line);
    doc.x = paper.margin;
    doc.y = y + paper.row;
  };
  const head = () =>
    line(
      columns.map(({ title }) => title),
      ink.muted,
    );
  doc.fontSize(8);
  head();
  for (const row of rows) {
    if (doc.y + paper.row > paper.height - paper.margin) {
      doc.addPage();
      head();
    }
    line(
      columns.map(({ key, unit }) => cellText(row[key], unit)),
      ink.text,
    );
  }
}
