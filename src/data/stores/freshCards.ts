/**
 * Cards that the server has just made: it tells their codes this once, so they are here until the teacher closes them.
 * Changed only by the functions here.
 */
import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { Card } from '../contract/classes.ts';
import { session } from './session.ts';

export const freshCards = proxy<{
  /** The class that they are of; '' for none. */
  classId: string;
  cards: readonly Card[];
}>({ classId: '', cards: [] });

/** Whose they are: no other account sees them. */
let owner: string | undefined;

/** Shows cards of a class, in place of those that were shown before. */
export function showCards(classId: string, cards: readonly Card[]): void {
  owner = session.user?.user_id;
  Object.assign(freshCards, { classId, cards: ref(cards) });
}

/** The teacher has kept the cards. */
export function closeCards(): void {
  Object.assign(freshCards, { classId: '', cards: ref([]) });
}

subscribe(session, () => {
  if (freshCards.classId !== '' && session.user?.user_id !== owner) closeCards();
});
