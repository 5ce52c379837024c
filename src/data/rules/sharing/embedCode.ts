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

/** Size of the player that the code asks for, in CSS pixels; the page that pastes it may change it. */
export const EMBED_WIDTH_PX = 480;
export const EMBED_HEIGHT_PX = 480;

/** Address of the page of a shared rifff. @param origin without a slash at its end */
export function sharePageUrl(origin: string, shareId: string): string {
  return `${origin}/rifff/${encodeURIComponent(shareId)}`;
}

/** Address of the page of a playlist. @param origin without a slash at its end */
export function playlistPageUrl(origin: string, playlistId: string): string {
  return `${origin}/playlist/${encodeURIComponent(playlistId)}`;
}

interface FrameSize {
  readonly width: number;
  readonly height: number;
}
const FRAME_SIZE: FrameSize = { width: EMBED_WIDTH_PX, height: EMBED_HEIGHT_PX };

/**
 * HTML that puts a shared rifff into another page. Everything in it is escaped.
 *
 * @param origin where this server is reached, without a slash at its end
 * @param size of the player in CSS pixels
 */
export const embedCode = (origin: string, shareId: string, title: string, size = FRAME_SIZE) =>
  embedFrame(origin, encodeURIComponent(shareId), title === '' ? 'A rifff' : title, size);

/** The same for a playlist. */
export const playlistEmbedCode = (origin: string, playlistId: string, title: string) =>
  embedFrame(origin, `playlist/${encodeURIComponent(playlistId)}`, title, FRAME_SIZE);

/** The same for what lies at a path under `embed`. */
export function embedFrame(origin: string, path: string, title: string, size: FrameSize): string {
  const source = escapeHtml(`${origin}/embed/${path}`);
  const name = escapeHtml(title);
  return (
    `<iframe src="${source}" width="${size.width}" height="${size.height}" title="${name}" ` +
    'loading="lazy" allow="autoplay" style="border:0"></iframe>'
  );
}
