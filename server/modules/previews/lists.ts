/** What pages of playlists, clubs and looks say to other sites, and what the embed of a playlist carries. */
import { EMBED_LIST_ID, EMBED_LIST_ITEMS } from '../../../src/data/contract/constants.ts';
import { ID_PATTERN } from '../../../src/data/contract/fields.ts';
import type { PlaylistEmbedData } from '../../../src/data/contract/sharing.ts';
import { escapeHtml, playlistPageUrl } from '../../../src/data/rules/sharing/embedCode.ts';
import type { SpecialPage } from '../../plugins/frontend.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Settings } from '../../settings.ts';
import { findOpenClub } from '../covers/listCovers.ts';
import { findPublicLook } from '../looks/publicLook.ts';
import { presentItems } from '../playlists/presentItems.ts';
import { findPublicPlaylist, type PublicPlaylist } from '../playlists/publicPlaylist.ts';
import { findItems, findOrder } from '../playlists/repo.ts';
import {
  dataBlock,
  joinTags,
  oembedLink,
  type PageHead,
  pageTags,
  videoTags,
  withHead,
} from './heads.ts';

/** Pages of playlists, and their embeds. */
export const PLAYLIST_PAGE = /^(?:\/(embed))?\/playlist\/([A-Za-z0-9_-]{1,64})\/?$/;
/** `/looks/new` is the editor. */
export const LOOK_PAGE = /^\/looks\/(?!new\/?$)([A-Za-z0-9_-]{1,64})\/?$/;
export const CLUB_PAGE = /^\/club\/([A-Za-z0-9_-]{1,64})\/?$/;

interface ListsContext {
  readonly queries: Queries;
  readonly settings: Pick<Settings, 'serverName'>;
  readonly publicUrl: string | undefined;
  readonly hasLookPictures: boolean;
}

const things = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;

/** Description of a playlist: its own, or what is in it. */
function describeList({ description, by, itemCount }: PublicPlaylist): string {
  const facts = `A playlist${by ? ` by ${by}` : ''}: ${things(itemCount)}.`;
  return description ? `${facts} ${description}` : `${facts} Press play and leave it on.`;
}

/** Playlists and clubs that anyone may read, as other sites see them; of any other there is nothing. */
export function listPreviews({ queries, settings, publicUrl, hasLookPictures }: ListsContext) {
  const base = publicUrl ?? '';
  const titled = (title: string) => `${title} – ${settings.serverName}`;
  const find = async (id: string) =>
    ID_PATTERN.test(id) ? findPublicPlaylist(queries, id, publicUrl) : undefined;
  const pageWith = (head: PageHead): SpecialPage => ({
    file: 'index.html',
    status: 200,
    change: (page) => withHead(page, head),
  });

  /** The items that a visitor hears, in their order. */
  async function itemsOf(playlistId: string) {
    const order = await findOrder(queries, playlistId);
    const rows = await findItems(queries, order.slice(0, EMBED_LIST_ITEMS));
    const first = order.flatMap((id) => rows.get(id) ?? []);
    const items = await presentItems(queries, null, first, publicUrl);
    return { items: items.filter(({ data }) => data !== null), itemCount: order.length };
  }

  return {
    async playlistPage(id: string): Promise<SpecialPage | undefined> {
      const list = await find(id);
      if (!list) return undefined;
      const { name: title } = list;
      const url = playlistPageUrl(base, id);
      const description = describeList(list);
      const image = {
        url: `${base}/media/covers/playlists/${id}.png`,
        alt: `The cover of ${title}`,
        isCover: true,
      };
      const more = joinTags([
        ...pageTags({
          site: settings.serverName,
          type: 'music.playlist',
          url,
          title,
          description,
          image,
        }),
        oembedLink(base, url, title),
      ]);
      return pageWith({ title: titled(title), description, more });
    },

    async clubPage(id: string): Promise<SpecialPage | undefined> {
      const club = ID_PATTERN.test(id) ? await findOpenClub(queries, id) : undefined;
      if (!club) return undefined;
      const { name: title, bannerKey, iconKey } = club;
      const key = bannerKey ?? iconKey;
      const description =
        club.description || `A club on ${settings.serverName}: come in and play along.`;
      const image = key
        ? { url: `${base}/media/${key}`, alt: `The picture of ${title}`, isCover: false }
        : {
            url: `${base}/media/covers/clubs/${id}.png`,
            alt: `The newest rings of ${title}`,
            isCover: true,
          };
      const url = `${base}/club/${id}`;
      const more = joinTags(
        pageTags({ site: settings.serverName, type: 'website', url, title, description, image }),
      );
      return pageWith({ title: titled(title), description, more });
    },

    async lookPage(key: string): Promise<SpecialPage | undefined> {
      const look = await findPublicLook(queries, key);
      if (!look) return undefined;
      const { name: title } = look.document;
      const whose = look.by ? `by ${look.by}` : 'of the house';
      const description = `A look ${whose}: how a stage draws the music. See it move, and make your own of it.`;
      const url = `${base}/looks/${key}`;
      const cover = `${base}/media/covers/looks/${key}`;
      const image = {
        url: `${cover}.png`,
        alt: `A rifff as ${title} draws it`,
        isCover: true,
      };
      const more = joinTags([
        ...pageTags({ site: settings.serverName, type: 'website', url, title, description, image }),
        ...(hasLookPictures ? videoTags(`${cover}.webm`) : []),
      ]);
      return pageWith({ title: titled(title), description, more });
    },

    async playlistEmbed(id: string): Promise<SpecialPage> {
      const list = await find(id);
      if (!list) return { file: 'embed.html', status: 404, change: (page) => page };
      const pageUrl = playlistPageUrl(base, id);
      const { name: title, by } = list;
      const data: PlaylistEmbedData = { title, by, pageUrl, ...(await itemsOf(id)) };
      const canonical = `<link rel="canonical" href="${escapeHtml(pageUrl)}" />`;
      const more = `${canonical}${dataBlock(EMBED_LIST_ID, data)}`;
      const head = { title: titled(title), more };
      return { file: 'embed.html', status: 200, change: (page) => withHead(page, head) };
    },

    /** What oEmbed says of a playlist. */
    async playlistCard(id: string) {
      const list = await find(id);
      if (!list) return undefined;
      const name = `playlists/${id}`;
      return { title: list.name, by: list.by, name, embed: `playlist/${id}` };
    },
  };
}
