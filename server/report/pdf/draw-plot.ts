import { cellText } from '#lib/report/cell-text.ts';
import { levelsOf, type Plot } from '#lib/report/plot.ts';
import { type Box, type Document, fills, ink, inner, paper } from './paper.ts';
import { pdfText } from './pdf-text.ts';

/** Room for the numbers at the left and the labels below. */
const axis = { left: 56, below: 18 } as const;
const mostLabels = 8;
/** Of the room of a label this part is column. */
const filled = 0.72;

/** Draws a plot where the document stands, and moves on below it. */
export function drawPlot(doc: Document, plot: Plot): void {
  const { y } = doc;
  const height = plot.kind === 'bars' ? plot.labels.length * paper.bar : paper.chart;
  const box = { x: paper.margin, y, width: inner, height };
  doc.fontSize(8);
  if (plot.series.length > 1) drawLegend(doc, plot, box);
  const below = { ...box, y: box.y + (plot.series.length > 1 ? 16 : 0) };
  if (plot.kind === 'bars') drawBars(doc, plot, below);
  else drawInFrame(doc, plot, below);
  doc.x = paper.margin;
  doc.y = below.y + height + 12;
}

function drawLegend(doc: Document, { series }: Plot, { x, y }: Box): void {
  let left = x;
  for (const { title, tone } of series) {
    const text = pdfText(title);
    doc.rect(left, y, 7, 7).fill(fills[tone]);
    doc.fillColor(ink.text).text(text, left + 11, y, { lineBreak: false });
    left += 25 + doc.widthOfString(text);
  }
}

function drawInFrame(doc: Document, plot: Plot, box: Box): void {
  const frame = {
    x: box.x + axis.left,
    y: box.y + 4,
    width: box.width - axis.left,
    height: box.height - axis.below - 4,
  };
  const unit = plot.unit === 'count' ? 'number' : plot.unit;
  for (const level of levelsOf(plot)) {
    const y = frame.y + frame.height * (1 - level / plot.top);
    doc
      .moveTo(frame.x, y)
      .lineTo(frame.x + frame.width, y)
      .lineWidth(0.5)
      .stroke(level === 0 ? ink.strong : ink.line);
    doc
      .fillColor(ink.muted)
      .text(pdfText(cellText(level, unit)), box.x, y - 4, { width: axis.left - 6, align: 'right', lineBreak: false });
  }
  const room = frame.width / Math.max(plot.labels.length, 1);
  const each = Math.ceil(plot.labels.length / mostLabels);
  for (const [index, label] of plot.labels.entries()) {
    if (index % each !== 0) continue;
    const middle = frame.x + (index + 0.5) * room;
    doc
      .fillColor(ink.muted)
      .text(pdfText(label), middle - 40, frame.y + frame.height + 5, { width: 80, align: 'center', lineBreak: false });
  }
  if (plot.kind === 'line') drawLines(doc, plot, frame);
  else drawColumns(doc, plot, frame);
}

function drawLines(doc: Document, { series, labels, top }: Plot, frame: Box): void {
  const x = (index: number) => frame.x + ((index + 0.5) / labels.length) * frame.width;
  const y = (value: number) => frame.y + frame.height * (1 - value / top);
  for (const { values, tone } of series) {
    for (const [index, value] of values.entries()) {
      if (value === null) continue;
      const before = values[index - 1];
      if (before != null)
        doc
          .moveTo(x(index - 1), y(before))
          .lineTo(x(index), y(value))
          .lineWidth(1.5)
          .stroke(fills[tone]);
      doc.circle(x(index), y(value), 1.8).fill(fills[tone]);
    }
  }
}

function drawColumns(doc: Document, { kind, series, labels, top }: Plot, frame: Box): void {
  const room = frame.width / Math.max(labels.length, 1);
  const width = kind === 'stack' ? room * filled : (room * filled) / series.length;
  for (const index of labels.keys()) {
    const left = frame.x + index * room + (room * (1 - filled)) / 2;
    let below = 0;
    for (const [place, { values, tone }] of series.entries()) {
      const value = values[index] ?? 0;
      const height = (value / top) * frame.height;
      const bottom = frame.y + frame.height - (kind === 'stack' ? below : 0);
      if (value > 0)
        doc.rect(left + (kind === 'stack' ? 0 : place * width), bottom - height, width, height).fill(fills[tone]);
      below += height;
    }
  }
}

function drawBars(doc: Document, { labels, series: [bars], unit, top }: Plot, box: Box): void {
  const names = box.width * 0.34;
  const longest = box.width - names - 90;
  for (const [index, label] of labels.entries()) {
    const y = box.y + index * paper.bar;
    const value = bars?.values[index] ?? null;
    const width = Math.max(((value ?? 0) / top) * longest, 0.5);
    doc.fillColor(ink.muted).text(pdfText(label), box.x, y + 3, { width: names - 8, height: 10, ellipsis: true });
    doc.rect(box.x + names, y + 2, width, 10).fill(fills.first);
    doc
      .fillColor(ink.text)
      .text(pdfText(cellText(value, unit)), box.x + names + width + 6, y + 3, { lineBreak: false });
  }
}
