/** What is said of the house band in a room. Pure. */
import type { Band } from '../../contract/band.ts';

export type BandAnswer = Band['answers'][number];

const INVITATION =
  'A program of this server, not a person: it answers what you commit within two bars, with a ring of its own or a changed one, and rests when you say so.';

/** What it is, for the owner who decides about it. @param others people who are in the room besides the reader */
export function invitationText(others: number): string {
  if (others === 0) return INVITATION;
  const who = others === 1 ? 'Another person is' : `${others} others are`;
  return `${who} here now and will hear it too. ${INVITATION}`;
}

/** The same in a few words, for the row that has the whole of it as its title. */
export function invitationLine(others: number): string {
  if (others === 0) return 'A program, not a person';
  return others === 1 ? 'Another person will hear it too' : `${others} others will hear it too`;
}

/** Was it invited by an owner alone, and others came? Then it plays nothing until its owner says that it may. */
export const waitsForOthers = (
  { isResting, withOthers }: Pick<Band, 'isResting' | 'withOthers'>,
  others: number,
): boolean => !isResting && !withOthers && others > 0;

const BECAME: Readonly<Record<BandAnswer['became'], string>> = {
  kept: 'kept',
  undone: 'undone',
  open: '',
};

/** Its last answer: `Added a bass, kept`. */
export function answerText({ what, became }: Pick<BandAnswer, 'what' | 'became'>): string {
  const text = what.trim();
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return [sentence, BECAME[became]].filter(Boolean).join(', ');
}

/**
 * What it does or thinks now, in one line: that it is silent and why, what it thinks of the last commit, or else its
 * last answer. @param others people who are in the room besides the reader
 */
export function bandLine(band: Band, others: number): string {
  if (band.isResting) return 'Resting until its owner wakes it';
  if (waitsForOthers(band, others)) {
    return 'Silent while others are here: it was invited to play for its owner alone';
  }
  const [last] = band.answers;
  return band.thought ?? (last ? answerText(last) : 'Waits for the next commit');
}
