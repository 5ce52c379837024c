import { LRUCache } from 'lru-cache';
import { FIRST_CARD } from '../../../src/data/contract/builtPages.ts';
import { personText } from '../../../src/data/rules/sharing/credits.ts';
import { escapeHtml } from '../../../src/data/rules/sharing/embedCode.ts';
import { countText } from '../../../src/data/rules/site/locale.ts';
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { rifffGlyph } from '../../../src/drawing/glyph.ts';
import { rifffModel } from '../../../src/drawing/model.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { FindPublicShare } from '../covers/publicShare.ts';
import { findShares, type ShareView } from '../feed/shareLists.ts';

/** Cards of a first paint: two rows in a wide window. */
const CARDS = 14;
/** As wide as a card's rings are in a wide window. */
const PICTURE_PX = 164;
/** Pictures of about 8 kB that are kept. */
const KEPT_PICTURES = 500;

const CARD = /<li data-first-card[\s\S]*?<\/li>/;

/**
 * Fills the first paint of the feed with the newest rifffs that everybody may see, as they are drawn until the app is
 * there.
 * @returns what changes the built document
 */
export function firstCards(queries: Queries, find: FindPublicShare) {
  const pictures = new LRUCache<string, string>({ max: KEPT_PICTURES });

  /** The rings of a share, '' where it cannot be drawn. A rifff never changes. */
  async function pictureOf({ id }: ShareView): Promise<string> {
    const kept = pictures.get(id);
    if (kept !== undefined) return kept;
    const share = await find(id);
    if (!share) return '';
    const { rifff } = share;
    const svg = rifffGlyph(rifffModel(rifff, rifffBars(rifff)), PICTURE_PX);
    const sized = `<svg viewBox="0 0 ${PICTURE_PX} ${PICTURE_PX}" `;
    const picture = svg.includes('viewBox') ? svg : svg.replace('<svg ', sized);
    pictures.set(id, picture);
    return picture;
  }

  return async (): Promise<(page: string) => string> => {
    const page = { sort: 'latest', limit: CARDS, skip: 0 } as const;
    const views = await findShares(queries, {}, page, undefined);
    const drawn = await Promise.all(
      views.map(async (view) => ({ view, picture: await pictureOf(view) })),
    );
    const cards = drawn.filter(({ picture }) => picture !== '');
    return (document) =>
      document.replace(CARD, (card) =>
        cards
          .map(({ view, picture }) => {
            const words: Readonly<Record<string, string>> = {
              [FIRST_CARD.share]: view.id,
              [FIRST_CARD.title]: view.title || 'Untitled',
              [FIRST_CARD.by]: personText(view.displayName),
              [FIRST_CARD.likes]: countText(view.likeCount),
              [FIRST_CARD.comments]: countText(view.commentCount),
              [FIRST_CARD.isDemo]: view.isDemo ? 'yes' : 'no',
            };
            return card.replace(/\{\w+\}/g, (word) =>
              word === FIRST_CARD.picture ? picture : escapeHtml(words[word] ?? word),
            );
          })
          .join(''),
      );
  };
}
