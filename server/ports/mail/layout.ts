import { escapeHtml } from '../../../src/data/rules/sharing/embedCode.ts';
import { TOKENS } from '../../../src/drawing/tokens.ts';
import type { MailMessage } from './mail.ts';

/** What a mail says; the layout makes text and HTML of it. */
export interface MailContent {
  /** Name of the server that writes. */
  readonly server: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** One thing to do: what the button says and where it leads. */
  readonly action?: { readonly label: string; readonly url: string };
  /** What follows the button, in small print. */
  readonly notes?: readonly string[];
}

// Ground on paper, the other way round than the pages: many mail programs turn a dark mail grey.
const { ground, edge, paper } = TOKENS;
const SMALL = `margin:0 0 12px;font-size:14px;line-height:1.5;color:${edge}`;
const BUTTON =
  `display:inline-block;padding:12px 24px;border-radius:999px;background:${ground};color:${paper};` +
  'font-size:16px;text-decoration:none';

function asText({ server, paragraphs, action, notes = [] }: MailContent): string {
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  return `${[...paragraphs, ...link, ...notes, server].join('\n\n')}\n`;
}

function asHtml({ server, subject, paragraphs, action, notes = [] }: MailContent): string {
  const body = paragraphs.map(
    (text) => `<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${escapeHtml(text)}</p>`,
  );
  const link = action
    ? [
        `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
        `<p style="${SMALL}">If the button does not work, open this address:<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>`,
      ]
    : [];
  const small = notes.map((text) => `<p style="${SMALL}">${escapeHtml(text)}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${paper}">
<div style="max-width:480px;margin:0 auto;padding:40px 24px;font-family:system-ui,sans-serif;color:${ground}">
<p style="margin:0 0 32px;font-size:20px;font-weight:700">${escapeHtml(server)}</p>
${[...body, ...link, ...small].join('\n')}
</div></body></html>
`;
}

/** A message to one address in plain text and in HTML that needs no picture, font or script. */
export function composeMail(to: string, content: MailContent): MailMessage {
  return { to, subject: content.subject, text: asText(content), html: asHtml(content) };
}
