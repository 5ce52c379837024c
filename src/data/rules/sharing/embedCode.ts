const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for an attribute or the content of an element of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Size of the player that the code asks for, in CSS pixels; whoever pastes it may change it. */
export const EMBED_WIDTH_PX = 480;
export const EMBED_HEIGHT_PX = 480;

/** Address of the page of a shared rifff. @param origin without a slash at its end */
export function sharePageUrl(origin: string, shareId: string): string {
  return `${origin}/rifff/${encodeURIComponent(shareId)}`;
}

/**
 * HTML that puts a shared rifff into another page. Everything in it is escaped.
 *
 * @param origin where this server is reached, without a slash at its end
 * @param size of the player in CSS pixels
 */
export function embedCode(
  origin: string,
  shareId: string,
  title: string,
  size: { readonly width: number; readonly height: number } = {
    width: EMBED_WIDTH_PX,
    height: EMBED_HEIGHT_PX,
  },
): string {
  const source = escapeHtml(`${origin}/embed/${encodeURIComponent(shareId)}`);
  const name = escapeHtml(title === '' ? 'A rifff' : title);
  return (
    `<iframe src="${source}" width="${size.width}" height="${size.height}" title="${name}" ` +
    'loading="lazy" allow="autoplay" style="border:0"></iframe>'
  );
}
