/** When a rifff can be collected, and what the button says. Pure. */
import { COLLECT_WINDOW_MS } from '../../contract/constants.ts';
import { formatAmount } from './amount.ts';

/** When the window of a rifff closes. All times in ms since the epoch, by the server's clock. */
export function closesAt(createdMs: number): number {
  return createdMs + COLLECT_WINDOW_MS;
}

/** Is a rifff still younger than a day? */
export function isOpen(createdMs: number, nowMs: number): boolean {
  return nowMs < closesAt(createdMs);
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** From here on every second counts. */
const LAST_MS = 5 * MINUTE_MS;

/**
 * How long a window is open still, for instance `closes in 3 h 12 min`; seconds only in the last five minutes. What has
 * begun counts as whole, so that it never says nothing before the end.
 * @param leftMs until it closes
 */
export function countdownText(leftMs: number): string {
  if (!(leftMs > 0)) return 'closed';
  if (leftMs <= LAST_MS) {
    const seconds = Math.ceil(leftMs / SECOND_MS);
    const minutes = Math.floor(seconds / 60);
    return `closes in ${minutes ? `${minutes} min ` : ''}${seconds % 60} s`;
  }
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `closes in ${minutes} min`;
  return `closes in ${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
}

/** Milliseconds after which `countdownText` says something else. */
export function countdownStepMs(leftMs: number): number {
  const unit = leftMs <= LAST_MS ? SECOND_MS : MINUTE_MS;
  return Math.max(1, leftMs % unit || unit);
}

/** What the button says: `Collect for {amount} {symbol}` of what is on sale, else `Collect`. @param price in yocto */
export function collectLabel(price: string | null, symbol: string, locale: string): string {
  return price === null ? 'Collect' : `Collect for ${formatAmount(price, locale)} ${symbol}`;
}
