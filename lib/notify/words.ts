import type { Tone } from '#lib/engine/definition.ts';
import { clip } from '#lib/format/clip.ts';
import { duration } from '#lib/format/duration.ts';
import { visibleText } from '#lib/format/visible-text.ts';
import { waitsFor } from '#lib/machines/waits-for.ts';
import { decisionWords, readDecision } from '#lib/review/decision.ts';
import { boardPathOf, boardsIn, lossIn, reservationIn, timeLeftIn } from './board-words.ts';
import type { NoticeKind } from './kinds.ts';
import type { Notice } from './notice.ts';

/** A notice as a person reads it. */
export interface NoticeWords {
  /** One line, without line breaks. */
  readonly title: string;
  /** What there is to know beyond it; may be empty. */
  readonly text: string;
  /** Where it leads, from the root of the product. */
  readonly path: string;
  readonly tone: Tone;
}

/** What a notice says, and where it leads. Hidden characters are made visible: it goes to places that may not. */
export function noticeWords(notice: Notice): NoticeWords {
  const { title, text = '', tone }: Saying = sayings[notice.kind](notice);
  return { title: oneLine(title), text: visibleText(clip(text, 2_000).text), tone, path: pathOf(notice) };
}

interface Saying {
  readonly title: string;
  readonly text?: string;
  readonly tone: Tone;
}

const sayings = {
  'review.opened': (notice) => ({
    title: `${runOf(notice)} ${notice.data.again === true ? 'is back in review: it could not be rolled back' : 'got stuck and needs a decision'}`,
    text: textIn(notice, 'why'),
    tone: 'attention',
  }),
  'review.assigned': (notice) => ({
    title: `${actorOf(notice)} asks you to decide on ${runOf(notice)}`,
    text: textIn(notice, 'note'),
    tone: 'attention',
  }),
  'review.mentioned': (notice) => ({
    title: `${actorOf(notice)} mentions you in the review of ${runOf(notice)}`,
    text: textIn(notice, 'text'),
    tone: 'attention',
  }),
  'review.proposed': (notice) => ({
    title: `${actorOf(notice)} proposes to ${proposalIn(notice)} for ${runOf(notice)}: more approvals are needed`,
    text: textIn(notice, 'reason'),
    tone: 'attention',
  }),
  'review.decided': (notice) => ({
    title: `${runOf(notice)} is out of review: ${actorOf(notice)} ${String(notice.data.event).replace(/^(review|engine|control)\./, '')} → ${textIn(notice, 'to')}`,
    text: textIn(notice, 'reason'),
    tone: 'busy',
  }),
  'review.reminder': (notice) => ({
    title: `${runOf(notice)} still waits for a decision${sinceIn(notice)}`,
    tone: 'attention',
  }),
  'review.overdue': (notice) => ({
    title: `The review of ${runOf(notice)} is past its due time${sinceIn(notice)}`,
    tone: 'bad',
  }),
  'run.waiting': (notice) => ({
    title: `${runOf(notice)} waits for ${waitsFor(textIn(notice, 'machine'), textIn(notice, 'state')).what}${sinceIn(notice)}`,
    text: textIn(notice, 'state'),
    tone: 'attention',
  }),
  'run.plateaued': (notice) => ({
    title: `${runOf(notice)} stopped improving in iteration ${String(notice.data.iteration ?? '?')} → ${textIn(notice, 'to')}`,
    text: textIn(notice, 'reason'),
    tone: 'attention',
  }),
  'run.ended': (notice) => ({
    title: `${runOf(notice)} ended with ${textIn(notice, 'outcome')}`,
    text: notice.run?.goal ?? '',
    tone: notice.data.exitCode === 0 ? 'good' : 'bad',
  }),
  'board.granted': (notice) => ({
    title: `Your turn has come: ${boardsIn(notice)}, yours${timeLeftIn(notice)}`,
    text: reservationIn(notice),
    tone: 'attention',
  }),
  'board.ending': (notice) => ({
    title: `${boardsIn(notice)}: yours${timeLeftIn(notice)} more`,
    text: reservationIn(notice),
    tone: 'attention',
  }),
  'board.lost': (notice) => ({
    title: lossIn(notice),
    text: reservationIn(notice),
    tone: 'bad',
  }),
  'report.due': (notice) => ({
    title: textIn(notice, 'title') || 'A saved report',
    text: textIn(notice, 'text'),
    tone: 'idle',
  }),
  'channel.test': (notice) => ({
    title: 'A test from Firmloop',
    text: `${actorOf(notice)} tries this channel. Nothing needs to be done.`,
    tone: 'idle',
  }),
} satisfies Record<NoticeKind, (notice: Notice) => Saying>;

function pathOf(notice: Notice): string {
  const { review, run, kind } = notice;
  if (kind.startsWith('board.')) return boardPathOf(notice);
  if (kind === 'report.due') return textIn(notice, 'path') || '/reports';
  if (review !== null) return `/reviews/${review}`;
  return run === null ? '/settings/notifications' : `/runs/${run.number}`;
}

function runOf({ project, run }: Notice): string {
  return run === null ? 'a run' : `${project ?? 'run'} #${run.number}`;
}

function actorOf({ actor }: Notice): string {
  return actor ?? 'somebody';
}

function textIn({ data }: Notice, field: string): string {
  const value = data[field];
  return typeof value === 'string' ? value : '';
}

function proposalIn({ data }: Notice): string {
  const decision = readDecision(data.decision);
  return decision === null ? 'decide' : decisionWords(decision);
}

/** `data.since` is when the wait began, epoch milliseconds; of one that has only begun there is nothing to say. */
function sinceIn({ data, at }: Notice): string {
  if (typeof data.since !== 'number' || at - data.since < minuteMs) return '';
  return ` (${duration(at - data.since)} so far)`;
}

const minuteMs = 60_000;

function oneLine(text: string): string {
  return visibleText(clip(text.replace(/\s+/g, ' ').trim(), 300).text);
}
