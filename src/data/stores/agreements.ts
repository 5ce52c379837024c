/** What the visitor agreed to on this device: the cookie notice, a browser that is not supported. In cookies. */
import { proxy } from 'valtio/vanilla';
import { COOKIE_NOTICE_COOKIE } from '../contract/constants.ts';
import { isSupportedBrowser } from '../rules/site/browserSupport.ts';
import { cookieText, cookieValue } from '../rules/site/locale.ts';

export const BROWSER_COOKIE = 'unsupported-browser';
const KEPT_DAYS = 365;

function isAgreed(name: string): boolean {
  return typeof document !== 'undefined' && cookieValue(document.cookie, name) === 'accepted';
}

function agree(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: kept where the notice says; not every browser has cookieStore
  document.cookie = cookieText(name, 'accepted', KEPT_DAYS, location.protocol === 'https:');
}

type Hinted = Navigator & { userAgentData?: { mobile: boolean; platform: string } };

function isSupported(): boolean {
  if (typeof navigator === 'undefined') return true;
  const { userAgent, userAgentData } = navigator as Hinted;
  return isSupportedBrowser({ userAgent, hints: userAgentData });
}

export const agreements = proxy({
  isCookieNoticeAccepted: isAgreed(COOKIE_NOTICE_COOKIE),
  /** Desktop Chrome, or agreed to go on without it. */
  isBrowserAccepted: isSupported() || isAgreed(BROWSER_COOKIE),
});

/** The cookie notice was read. */
export function acceptCookieNotice(): void {
  agree(COOKIE_NOTICE_COOKIE);
  agreements.isCookieNoticeAccepted = true;
}

/** Goes on in a browser that is not supported. */
export function acceptBrowser(): void {
  agree(BROWSER_COOKIE);
  agreements.isBrowserAccepted = true;
}
