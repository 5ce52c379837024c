import { readFileSync } from 'node:fs';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { DesktopBuild, Site } from '../../../src/data/contract/site.ts';
import type { Settings } from '../../settings.ts';

function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** What the operator decided is for everyone: these calls have no access check. */
export type SiteService = ReturnType<typeof siteService>;

/** What the site calls answer, out of the settings alone. */
export function siteService({ site, demo }: Settings) {
  const { downloads, isComingSoon, ...shown } = site;
  const answer: Site = { ...shown, isComingSoon, isDemo: demo, version: readVersion() };
  const builds = (['macOS', 'iOS'] as const)
    .map((platform) => ({ platform, version: downloads.version, url: downloads[platform] }))
    .filter(({ url }) => url !== '');
  return {
    async site(): Promise<Site> {
      return answer;
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
