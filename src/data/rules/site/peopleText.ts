/** A run of text that a person wrote; `href` where it is a link. */
export interface PeopleText {
  readonly text: string;
  readonly href: string | null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};
const decoded = (html: string) => html.replace(/&(?:lt|gt|quot|amp);/g, (one) => ENTITIES[one]!);

/** A link tag as the server lets it pass. */
const TAG = /<a(?: href="([^"]*)"[^>]*)?>|<\/a>/g;

/**
 * What the server answers in a field where HTML may stand, as runs of text and links for a page to write itself. Only
 * the link tags of the server's sanitiser are read as tags.
 */
export function peopleText(html: string): PeopleText[] {
  const parts: PeopleText[] = [];
  let href: string | null = null;
  let from = 0;
  const add = (to: number) => {
    if (to > from) parts.push({ text: decoded(html.slice(from, to)), href });
  };
  for (const tag of html.matchAll(TAG)) {
    add(tag.index);
    from = tag.index + tag[0].length;
    const address = tag[1] === undefined ? null : decoded(tag[1]);
    href = address !== null && /^(?:https?|mailto):/i.test(address) ? address : null;
  }
  add(html.length);
  return parts;
}

/** The same as typed: what a form starts with. */
export function typedPeopleText(html: string): string {
  const quoted = (text: string) => text.replaceAll('"', '&quot;');
  return peopleText(html)
    .map(({ text, href }) => (href === null ? text : `<a href="${quoted(href)}">${text}</a>`))
    .join('');
}
