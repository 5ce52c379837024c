import { COMING_SOON_MARK } from '../../data/contract/constants.ts';

/** Did the page that was loaded say that the service has not opened yet? The answer of the server wins later. */
export const isMarkedComingSoon =
  typeof document !== 'undefined' &&
  document.querySelector(`meta[name="${COMING_SOON_MARK}"]`) !== null;
