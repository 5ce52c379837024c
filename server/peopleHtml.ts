import sanitizeHtml from 'sanitize-html';

/** Where a link that a person wrote may lead. */
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);
const IMAGE_PROTOCOLS = new Set(['http:', 'https:']);
/** For every link that is not ours: it tells nothing, vouches for nothing and gets no hold of the page. */
const LINK_RELATION = 'noopener noreferrer nofollow ugc';

const leadsTo = (address: string | undefined, protocols: ReadonlySet<string>): boolean => {
  const url = URL.parse(address ?? '');
  return url !== null && protocols.has(url.protocol);
};

/**
 * What a person wrote as HTML that is safe on any page: `<a href>` to http, https and mailto passes, with a `rel` of
 * ours, and `<img src alt>` where the field permits pictures. Every other tag stands as the text that it is (`&lt;b&gt;`).
 * Applied twice it changes nothing.
 *
 * @param typed as it was sent; at most a few thousand characters
 * @returns HTML; `&`, `<` and `>` of text are escaped
 */
export function peopleHtml(typed: string, { hasImages = false } = {}): string {
  if (!/[<>&]/.test(typed)) return typed;
  return sanitizeHtml(typed, {
    allowedTags: hasImages ? ['a', 'img'] : ['a'],
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'escape',
    transformTags: {
      a: (tagName, { href }) => {
        const isLink = href !== undefined && leadsTo(href, LINK_PROTOCOLS);
        const attribs = isLink ? { href, rel: LINK_RELATION, target: '_blank' } : {};
        return { tagName, attribs: attribs as sanitizeHtml.Attributes };
      },
      img: (tagName, { src, alt = '' }) => {
        const attribs = src !== undefined && leadsTo(src, IMAGE_PROTOCOLS) ? { src, alt } : { alt };
        return { tagName, attribs: attribs as sanitizeHtml.Attributes };
      },
    },
  });
}
