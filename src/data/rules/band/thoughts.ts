/** What the house band says where it does not answer: why it rests. Pure. */
import type { BandPace } from '../../contract/band.ts';
import type { RestReason } from './moves.ts';

/** Reasons of the server, besides those of the rules. */
export type Thought = RestReason | 'limit' | 'others';

/** One line each for everybody in the room, without a full stop. */
const THOUGHTS: Readonly<Record<Thought, string>> = {
  shy: 'Rests: its last answers were undone',
  enough: 'Rests: it likes this one as it is',
  unfit: 'Rests: nothing that it has fits this tempo, metre and key',
  full: 'Rests: the rifff is full, and no ring in it is one that it may change',
  proposed: 'Waits for what becomes of its last answer',
  late: 'Rests: its new loop was not ready in time',
  limit: 'Rests: it has answered enough for this hour',
  others: 'Rests: it was invited to play for its owner alone',
};
export const thoughtText = (thought: Thought): string => THOUGHTS[thought];

/** While a commit waits for its answer. */
export const LISTENS_TEXT = 'Listens, and looks for an answer';

const NTH: Readonly<Record<BandPace, string>> = { 1: '', 2: 'second ', 4: 'fourth ' };

/** How often it answers: `every second commit`. */
export const paceText = (every: BandPace): string => `every ${NTH[every]}commit`;

/** Why it let one commit pass. */
export const passedText = (every: BandPace): string =>
  `Lets this one pass: it answers ${paceText(every)}`;
