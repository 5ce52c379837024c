/** What was looked for on this device; it goes nowhere else. */
import { proxy } from 'valtio/vanilla';
import { keepText, keptText } from '../keptText.ts';

const KEY = 'rondo.recentSearches';
const MOST = 8;

/** What was kept, as far as it is a list of texts. */
export function readRecent(text: string | null): string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((one) => typeof one === 'string' && one.trim() !== '').slice(0, MOST);
  } catch {
    return [];
  }
}

/** The list with a text in front, each once in whatever case, at most eight. */
export function withRecent(recent: readonly string[], text: string): string[] {
  const typed = text.trim();
  if (typed === '') return [...recent];
  const others = recent.filter((one) => one.toLowerCase() !== typed.toLowerCase());
  return [typed, ...others].slice(0, MOST);
}

/** The latest first. */
export const recentSearches = proxy<{ texts: string[] }>({ texts: readRecent(keptText(KEY)) });

function keep(texts: string[]): void {
  recentSearches.texts = texts;
  keepText(KEY, texts.length === 0 ? null : JSON.stringify(texts));
}

/** Remembers what led somewhere. */
export const rememberSearch = (text: string): void => keep(withRecent(recentSearches.texts, text));

export const forgetSearches = (): void => keep([]);
