import { COMING_SOON_MARK, HIDDEN_PASSWORDS_MARK } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { DesktopBuild, Site } from '../../../src/data/contract/site.ts';
import { VERSION } from '../../kernel/version.ts';
import type { PageFor } from '../../plugins/frontend.ts';
import { buttonOf } from '../../providerSettings.ts';
import { relyingPartyOf } from '../../relyingParty.ts';
import type { Settings } from '../../settings.ts';
import type { Presented } from '../operations/state.ts';

/**
 * What the site calls answer: out of the settings, and what operators decided since. What may change while the server
 * runs is read with each call.
 */
export function siteService(settings: Settings, present: (nowMs: number) => Presented) {
  const { demo, market, plans, hasBand, preparesPosters, providers, teachers } = settings;
  const { downloads } = settings.site;
  const builds = (['macOS', 'iOS'] as const)
    .map((platform) => ({ platform, version: downloads.version, url: downloads[platform] }))
    .filter(({ url }) => url !== '');
  return {
    async site(): Promise<Site> {
      const { downloads: _, ...shown } = settings.site;
      const { studio: _studio, community, ...social } = shown.links;
      return {
        serverName: settings.serverName,
        ...shown,
        communityUrl: community ?? '',
        socials: Object.fromEntries(Object.entries(social).filter(([, url]) => url !== null)),
        isDemo: demo,
        signUps: settings.accounts.signUps,
        version: VERSION,
        hasMarket: market.isOn,
        hasPlans: plans.isOn,
        hasBand,
        hasLookPictures: preparesPosters,
        hasClasses: teachers === 'everybody' || teachers.size > 0,
        passkeyHost: relyingPartyOf(settings)?.id ?? null,
        providers: providers.list.map(buttonOf),
        hidesPasswords: providers.hidesPasswords,
        ...present(Date.now()),
      };
    },

    /** Throws `not_found` while there is no macOS app. */
    async downloadMacOs(): Promise<{ url: string }> {
      if (!downloads.macOS) throw new ApiError('not_found', 'This server offers no macOS app');
      return { url: downloads.macOS };
    },

    async latestDesktop(): Promise<{ builds: DesktopBuild[] }> {
      return { builds };
    },
  };
}

/** The page with a sign for its script, which knows so before the server has answered it. */
const marked = (page: string, name: string) =>
  page.replace('</head>', () => `<meta name="${name}" content="yes" /></head>`);

/** Lets the page of signing in come without a form for passwords, where they are hidden. */
export function markHiddenPasswords(hidesPasswords: boolean, pageFor: PageFor): PageFor {
  if (!hidesPasswords) return pageFor;
  const change = (page: string) => marked(page, HIDDEN_PASSWORDS_MARK);
  return async (path) =>
    /^\/login\/?$/.test(path) ? { file: 'index.html', status: 200, change } : pageFor(path);
}

/**
 * Says in every page that the service has not opened yet, so that the guard in the browser knows before its
 * first paint and no visitor sees the page that was asked for. Embeds have no guard.
 */
export function markComingSoon(isComingSoon: boolean, pageFor: PageFor): PageFor {
  if (!isComingSoon) return pageFor;
  return async (path) => {
    const special = await pageFor(path);
    if (special?.file === 'embed.html') return special;
    // What the first page plays is not heard there.
    const own = special?.isPainted ? undefined : special;
    const change = (page: string) => marked(own?.change(page) ?? page, COMING_SOON_MARK);
    return { file: 'index.html', status: own?.status ?? 200, change };
  };
}
