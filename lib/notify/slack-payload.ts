import type { NoticeWords } from './words.ts';

/** The body that Slack's incoming webhooks take, and everything that imitates them. `url` is the whole address of the page. */
export function slackPayload({ title, text }: NoticeWords, url: string): { text: string } {
  const rest = text === '' ? '' : `\n${escaped(text)}`;
  return { text: `<${url}|${escaped(title).replaceAll('|', '¦')}>${rest}` };
}

/** Slack's three characters of control. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
