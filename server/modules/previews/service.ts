import { EMBED_DATA_ID, FIRST_RIFFF_ID } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { loopAudioUrl } from '../../../src/data/contract/loopData.ts';
import { isReservedName } from '../../../src/data/contract/reservedNames.ts';
import type { EmbedData, OEmbed, OEmbedQuery } from '../../../src/data/contract/sharing.ts';
import { compareLoad } from '../../../src/data/rules/listening/loadOrder.ts';
import {
  EMBED_HEIGHT_PX,
  EMBED_WIDTH_PX,
  embedFrame,
  escapeHtml,
  sharePageUrl,
} from '../../../src/data/rules/sharing/embedCode.ts';
import { licenceFacts } from '../../../src/data/rules/sharing/licences.ts';
import { isRootPath } from '../../../src/data/rules/site/locale.ts';
import type { PageFor, SpecialPage } from '../../plugins/frontend.ts';
import { subPathOf, withoutSubPath } from '../../plugins/subPath.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import type { Settings } from '../../settings.ts';
import { COVER_HEIGHT_PX, COVER_WIDTH_PX } from '../covers/drawCover.ts';
import { type FindPublicShare, namesText, type PublicShare } from '../covers/publicShare.ts';
import type { LibraryService } from '../library/service.ts';
import { chartFeedLinks, personFeedLinks } from './atom.ts';
import { firstCards } from './firstCards.ts';
import { dataBlock, joinTags, oembedLink, pageTags, videoTags, withHead } from './heads.ts';
import { CLUB_PAGE, LOOK_PAGE, listPreviews, PLAYLIST_PAGE } from './lists.ts';
import { RUN_PAGE, runHead } from './runs.ts';

/** Pages of charts and of people, with or without a region. */
const CHART_PAGE = /^(?:\/(?:gb|eu))?\/(?:feed|chart)\/?$/i;
const FEED_PAGE = /^\/feed\/?$/i;
const PERSON_PAGE =
  /^(?:\/(?:gb|eu))?\/(?:(?:profile|collection)\/([A-Za-z0-9_-]{3,16})|([A-Za-z0-9_-]{3,16})(?:\/social)?)\/?$/i;
const SHARE_PAGE = /^\/(rifff|embed)\/([A-Za-z0-9_-]{1,64})\/?$/;
/** Smallest player that an embedder may ask for, in CSS pixels. */
const LEAST_WIDTH_PX = 160;
const LEAST_HEIGHT_PX = 120;

export interface PreviewsContext {
  readonly find: FindPublicShare;
  readonly library: Pick<LibraryService, 'starterRifffs'>;
  readonly publicUrl: string | undefined;
  readonly queries: Queries;
  readonly settings: Pick<Settings, 'serverName'>;
  /** Is there a loop of every look that anyone may see? */
  readonly hasLookPictures: boolean;
}

/** What pages say before their script runs: the first one its rifff, those of shares what other sites ask; oEmbed. */
export function previewsService(context: PreviewsContext) {
  const { find, library, publicUrl, queries, settings } = context;
  const base = publicUrl ?? '';
  const lists = listPreviews(context);
  const fillCards = firstCards(queries, find);

  function describe({ makers, rifff }: PublicShare): string {
    const rings = rifff.loops.length;
    const by = makers.length > 0 ? ` by ${namesText(makers)}` : '';
    const bpm = Math.round(rifff.state.bps * 60);
    return `A rifff${by}: ${rings} ${rings === 1 ? 'ring' : 'rings'} at ${bpm} bpm. Tap to play, touch a ring to mix.`;
  }

  function shareTags(share: PublicShare): string {
    const page = sharePageUrl(base, share.id);
    const { title } = share;
    const url = `${base}/media/covers/${share.id}.png`;
    const image = { url, alt: `The rings of ${title}`, isCover: true };
    return joinTags([
      ...pageTags({
        site: settings.serverName,
        type: 'music.song',
        url: page,
        title,
        description: describe(share),
        image,
      }),
      personFeedLinks(base, share.makers[0] ?? share.userId, share.userId),
      oembedLink(base, page, title),
      ...videoTags(`${base}/media/covers/${share.id}.webm`),
    ]);
  }

  const titleOf = (share: PublicShare) => `${share.title} – ${settings.serverName}`;

  async function sharePage(id: string): Promise<SpecialPage | undefined> {
    const share = await find(id);
    if (!share) return undefined;
    const description = describe(share);
    const head = { title: titleOf(share), description, more: shareTags(share) };
    return { file: 'index.html', status: 200, change: (page) => withHead(page, head) };
  }

  async function runPage(id: string): Promise<SpecialPage | undefined> {
    const head = await runHead({ queries, settings, find, base }, id);
    return head && { file: 'index.html', status: 200, change: (page) => withHead(page, head) };
  }

  async function embedPage(id: string): Promise<SpecialPage> {
    const share = await find(id);
    if (!share) return { file: 'embed.html', status: 404, change: (page) => page };
    const pageUrl = sharePageUrl(base, id);
    const { title, code, url } = licenceFacts(share.rifff.license);
    const data: EmbedData = {
      title: share.title,
      makers: share.makers,
      pageUrl,
      licence: { text: url === null ? title : code, url },
      rifff: share.rifff,
      ...(share.look && { look: share.look }),
    };
    const more = `<link rel="canonical" href="${escapeHtml(pageUrl)}" />${dataBlock(EMBED_DATA_ID, data)}`;
    const head = { title: titleOf(share), more };
    return { file: 'embed.html', status: 200, change: (page) => withHead(page, head) };
  }

  /** The first page with the rifff that it begins with, and the loop that sounds first on its way. */
  async function firstPage(): Promise<SpecialPage | undefined> {
    const [first] = (await library.starterRifffs(1)).rifffs;
    if (!first) return undefined;
    const loops = [...first.rifff.loops].sort(compareLoad);
    // A loop that was removed has none.
    const audio = loops.map((loop) => loopAudioUrl(loop)).find(Boolean);
    const href = audio && escapeHtml(audio);
    const preload = href
      ? `<link rel="preload" as="fetch" crossorigin="anonymous" href="${href}" />`
      : '';
    return {
      file: 'index.html',
      status: 200,
      isPainted: true,
      ...(audio && { link: `<${audio}>; rel=preload; as=fetch; crossorigin` }),
      change: (page) =>
        page
          .replace('</head>', () => `${preload}</head>`)
          .replace('</body>', () => `${dataBlock(FIRST_RIFFF_ID, first)}</body>`),
    };
  }

  /** A page as it is built, with links to feeds. */
  const withFeeds = (links: string): SpecialPage => ({
    file: 'index.html',
    status: 200,
    isPainted: true,
    change: (page) => page.replace('</head>', () => `${links}</head>`),
  });

  /** The feed with its newest rifffs in its first paint. */
  async function feedPage(): Promise<SpecialPage> {
    const page = withFeeds(chartFeedLinks(base));
    const withCards = await fillCards();
    return { ...page, change: (built) => withCards(page.change(built)) };
  }

  /** The page of a person, whose feed it names; undefined where no account has the name. */
  async function personPage(asked: string): Promise<SpecialPage | undefined> {
    if (isReservedName(asked)) return undefined;
    const named = { idFolded: asked.toLowerCase(), isDeleted: false, classId: null };
    const account = await findRow(queries, 'accounts', named, ['id', 'displayName']);
    if (!account) return undefined;
    const { id, displayName } = account;
    return withFeeds(personFeedLinks(base, displayName || id, id));
  }

  /** Pages that say something before their script runs; undefined for every other address. */
  const pageFor: PageFor = async (path) => {
    if (isRootPath(path)) return firstPage();
    const [, kind, id] = SHARE_PAGE.exec(path) ?? [];
    if (!id) {
      const [, runId] = RUN_PAGE.exec(path) ?? [];
      if (runId) return runPage(runId);
      const [, listKind, listId] = PLAYLIST_PAGE.exec(path) ?? [];
      if (listId) return listKind ? lists.playlistEmbed(listId) : lists.playlistPage(listId);
      const [, clubId] = CLUB_PAGE.exec(path) ?? [];
      if (clubId) return lists.clubPage(clubId);
      const [, lookKey] = LOOK_PAGE.exec(path) ?? [];
      if (lookKey) return lists.lookPage(lookKey);
      if (FEED_PAGE.test(path)) return feedPage();
      if (CHART_PAGE.test(path)) return withFeeds(chartFeedLinks(base));
      const [, named, plain] = PERSON_PAGE.exec(path) ?? [];
      const person = named ?? plain;
      return person === undefined ? undefined : personPage(person);
    }
    return kind === 'embed' ? embedPage(id) : sharePage(id);
  };

  return {
    pageFor,

    /**
     * oEmbed 1.0 of a page of ours (oembed.com). Throws `not_implemented` for any format but JSON, and
     * `not_found` for any other address and for what is not public.
     */
    async oembed({ url, maxwidth, maxheight, format = 'json' }: OEmbedQuery): Promise<OEmbed> {
      if (format !== 'json') {
        throw new ApiError('not_implemented', 'oEmbed is answered in JSON alone');
      }
      const asked = URL.parse(url, publicUrl ?? 'http://relative.invalid');
      const isOurs = asked !== null && (!publicUrl || asked.origin === new URL(publicUrl).origin);
      const path = isOurs ? withoutSubPath(asked.pathname, subPathOf(publicUrl)) : '';
      const [, , id] = SHARE_PAGE.exec(path) ?? [];
      const [, , listId] = PLAYLIST_PAGE.exec(path) ?? [];
      const share = id ? await find(id) : undefined;
      const one = share
        ? {
            title: share.title,
            by: namesText(share.makers),
            name: share.id,
            embed: share.id,
          }
        : listId && (await lists.playlistCard(listId));
      if (!one) throw new ApiError('not_found', 'There is no such shared rifff or playlist');
      const width = Math.max(LEAST_WIDTH_PX, Math.min(EMBED_WIDTH_PX, maxwidth ?? EMBED_WIDTH_PX));
      const height = Math.max(
        LEAST_HEIGHT_PX,
        Math.min(EMBED_HEIGHT_PX, maxheight ?? EMBED_HEIGHT_PX),
      );
      return {
        version: '1.0',
        type: 'rich',
        provider_name: settings.serverName,
        provider_url: `${base}/`,
        title: one.title,
        author_name: one.by,
        html: embedFrame(base, one.embed, one.title, { width, height }),
        width,
        height,
        thumbnail_url: `${base}/media/covers/${one.name}.png`,
        thumbnail_width: COVER_WIDTH_PX,
        thumbnail_height: COVER_HEIGHT_PX,
        cache_age: 86_400,
      };
    },
  };
}
