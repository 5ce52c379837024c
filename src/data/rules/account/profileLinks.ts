/** Links of a profile: the only links that anything people wrote may make. */
import type { ExternalLinkName } from '../../contract/accountOptions.ts';

/** Names of the links as people write them, in the order in which a profile shows them. */
export const LINK_TITLES: Readonly<Record<ExternalLinkName, string>> = {
  website: 'Website',
  bandcamp: 'Bandcamp',
  soundcloud: 'SoundCloud',
  youtube: 'YouTube',
  twitch: 'Twitch',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  twitter: 'X',
  facebook: 'Facebook',
  spotify: 'Spotify',
  bandlab: 'BandLab',
  discord: 'Discord',
};

interface ProfileLink {
  name: string;
  title: string;
  href: string;
  /** Where it leads, said beside its name. */
  host: string;
}

/** The links of a profile that may be followed, in the order of the table: http or https, without a password. */
export function profileLinks(links: Readonly<Record<string, string | undefined>>): ProfileLink[] {
  return Object.entries(LINK_TITLES).flatMap(([name, title]) => {
    const url = URL.parse(links[name] ?? '');
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return [];
    return [{ name, title, href: url.href, host: url.hostname.replace(/^www\./, '') }];
  });
}
