/** Which browsers are asked to agree first. Pure. */

/** What a browser says of itself. Never the size of its window. */
interface BrowserFacts {
  userAgent: string;
  /** `navigator.userAgentData`, where there is one. */
  hints?: { mobile: boolean; platform: string } | undefined;
}

const MOBILE = /Mobi|Android|iPhone|iPad|iPod|CriOS|FxiOS|EdgiOS|Silk|Kindle/;
const CHROME_ENGINE = /\b(?:Headless)?Chrom(?:e|ium)\/\d/;

/** Is it desktop Chrome? Every desktop browser on its engine counts, since what is heard is the engine. */
export function isSupportedBrowser({ userAgent, hints }: BrowserFacts): boolean {
  if (hints?.mobile || hints?.platform === 'Android') return false;
  return CHROME_ENGINE.test(userAgent) && !MOBILE.test(userAgent);
}

/** Pages that open with something to play: a tap that leads there may play it. */
export function isListeningPage(path: string): boolean {
  return /^\/(?:(?:gb|eu|listen|rifff\/[^/?#]+)\/?)?(?:[?#]|$)/.test(path);
}
