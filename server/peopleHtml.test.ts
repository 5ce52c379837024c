import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { peopleText } from '../src/data/rules/site/peopleText.ts';
import { peopleHtml } from './peopleHtml.ts';

/** Every tag that may pass, as it is written; a link has its address in the first group. */
const PASSING =
  /<a href="([^"<>]*)" rel="noopener noreferrer nofollow ugc" target="_blank">|<a>|<\/a>/g;

/** Pieces that hostile markup is made of. */
const pieces = fc.constantFrom(
  '<a href="https://x.example">',
  "<a href='javascript:alert(1)'>",
  '<a href="java\nscript:alert(1)">',
  '<A HREF=//evil.example onclick=x()>',
  '<a href="data:text/html,x" target=_top rel=opener>',
  '<a href="mailto:a@b.c">',
  '</a>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://x.example/a.png" alt="&quot;><script>">',
  '<script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '<math><mtext></mtext><style><!--</style>',
  '<iframe srcdoc="<script>">',
  '<!-- <script> -->',
  '<![CDATA[<script>]]>',
  '<textarea><title>',
  '<noscript><p title="</noscript><img src=x onerror=1>">',
  '<',
  '>',
  '"',
  "'",
  '&',
  '&lt;script&gt;',
  '&#x3c;script&#x3e;',
  '&amp;lt;',
  '\u2028',
  'I <3 loops',
);
const markup = fc
  .array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string({ unit: 'binary', maxLength: 12 })))
  .map((parts) => parts.join(''));

describe('HTML that people write', () => {
  it.each([
    ['Loops, mostly.\nAt night.', 'Loops, mostly.\nAt night.'],
    ['I <3 R&B', 'I &lt;3 R&amp;B'],
    ['<b>loud</b>', '&lt;b&gt;loud&lt;/b&gt;'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    [
      '<a href="https://x.example/?a=1&b=2" onclick="x()" rel="opener">here</a>',
      '<a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow ugc" target="_blank">here</a>',
    ],
    [
      '<a href="mailto:a@b.example">mail</a>',
      '<a href="mailto:a@b.example" rel="noopener noreferrer nofollow ugc" target="_blank">mail</a>',
    ],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/account">x</a>', '<a>x</a>'],
    [
      '<img src="https://x.example/a.png" alt="A">',
      '&lt;img src="https://x.example/a.png" alt="A" /&gt;',
    ],
  ])('%s becomes %s', (typed, html) => {
    expect(peopleHtml(typed)).toBe(html);
  });

  it('has pictures only where they are permitted, and only out of the web', () => {
    const typed =
      '<img src="https://x.example/a.png" alt="A" onerror="x()"><img src="data:image/png,">';
    expect(peopleHtml(typed, { hasImages: true })).toBe(
      '<img src="https://x.example/a.png" alt="A" /><img alt="" />',
    );
  });

  it('holds no tag but links that lead out, whatever was typed, however often', () => {
    fc.assert(
      fc.property(markup, (typed) => {
        const html = peopleHtml(typed);
        for (const once of [html, peopleHtml(html)]) {
          expect(once.replace(PASSING, '')).not.toMatch(/[<>]/);
          for (const [, href] of once.matchAll(PASSING)) {
            if (href) expect(new URL(href).protocol).toMatch(/^(https?|mailto):$/);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('reads back on a page as texts and links, without a tag left over', () => {
    fc.assert(
      fc.property(markup, (typed) => {
        const html = peopleHtml(typed);
        const parts = peopleText(html);
        const written = html.replace(PASSING, '').replace(/&(lt|gt|quot|amp);/g, (_, name) => {
          return { lt: '<', gt: '>', quot: '"', amp: '&' }[name as 'lt'];
        });
        expect(parts.map(({ text }) => text).join('')).toBe(written);
        for (const { href } of parts) {
          if (href !== null) expect(new URL(href).protocol).toMatch(/^(https?|mailto):$/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
