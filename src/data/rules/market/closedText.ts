import type { CLOSED_REASONS } from '../../contract/market.ts';

const WHY: Readonly<Record<(typeof CLOSED_REASONS)[number], string>> = {
  over: 'Its day is over: a rifff can be collected while it is younger than 24 hours.',
  jam: 'Rifffs of this jam cannot be collected.',
  collected: 'It was collected.',
  hidden: 'It cannot be collected: it was taken out.',
  empty: 'There is nothing in it to collect.',
  imported: 'It came in from elsewhere, or holds what did: it cannot be collected.',
};

/** Why a rifff cannot be collected, in a sentence. */
export const closedText = (reason: (typeof CLOSED_REASONS)[number]): string => WHY[reason];
