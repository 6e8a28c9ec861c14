import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { plotOf } from '#lib/report/plot.ts';
import { sentenceOf } from '#lib/report/sentence.ts';
import type { ReadReport } from '../read-report.ts';
import { drawPlot } from './draw-plot.ts';
import { drawTable } from './draw-table.ts';
import { ink, inner, paper } from './paper.ts';
import { pdfText } from './pdf-text.ts';

/** A report on paper: the question, the chart with its sentence, the table, and how it is counted. */
export async function reportPdf(read: ReadReport): Promise<Buffer<ArrayBuffer>> {
  const { definition, rows, span, zone } = read;
  const { question, formula, columns } = definition;
  const plot = plotOf(definition, rows, read);
  const doc = new PDFDocument({
    size: 'A4',
    margin: paper.margin,
    lang: 'en',
    info: { Title: question, Creator: 'Firmloop' },
  });
  const written = buffer(doc);
  const say = (text: string, size: number, color: string = ink.text) =>
    doc.fontSize(size).fillColor(color).text(pdfText(text), { width: inner }).moveDown(0.5);
  say(question, 18);
  say(`${span.from} to ${span.to}, days of ${zone}`, 9, ink.muted);
  if (rows.length === 0) say('Nothing in these days.', 11);
  else {
    say(sentenceOf(plot), 10);
    drawPlot(doc, plot);
    drawTable(doc, columns, rows);
  }
  doc.moveDown(1);
  say(`How it is counted: ${formula}`, 8, ink.muted);
  doc.end();
  return (await written) as Buffer<ArrayBuffer>;
}
