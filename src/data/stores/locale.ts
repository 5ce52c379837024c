/** The visitor's region. Kept for a year in the cookie `i18n` once it was chosen. */
import { proxy } from 'valtio/vanilla';
import { chooseRegion, DEFAULT_REGION, type RegionCode, regionCookie } from '../rules/locale.ts';

export const locale = proxy<{ region: RegionCode }>({
  region:
    typeof document === 'undefined'
      ? DEFAULT_REGION
      : chooseRegion(document.cookie, navigator.languages ?? []),
});

/** Chooses a region and keeps it. */
export function setRegion(region: RegionCode): void {
  locale.region = region;
  // biome-ignore lint/suspicious/noDocumentCookie: the specification names this cookie, and not every supported browser has cookieStore
  document.cookie = regionCookie(region, window.location.protocol === 'https:');
}
