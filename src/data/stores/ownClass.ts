/** The class of the pupil who is signed in here, and what it lets them do now. Changed only by the functions here. */
import { proxy } from 'valtio/vanilla';
import type { OwnClass } from '../contract/classes.ts';
import type { ClassNews } from '../contract/live.ts';
import { setClassOpen } from './session.ts';

/** `known` is null for everyone who is no pupil, and until the server has said it. */
export const ownClass = proxy<{ known: OwnClass | null }>({ known: null });

/** Puts the class in place as the server has told it; null where the person is no pupil any more. */
export function setOwnClass(known: OwnClass | null): void {
  ownClass.known = known;
  if (known) setClassOpen(known.isOpen);
}

/** The teacher changed what the class may do. */
export function noteClassNews({ isPaused, isMuted, isOpen }: ClassNews): void {
  if (ownClass.known) Object.assign(ownClass.known, { isPaused, isMuted, isOpen });
  setClassOpen(isOpen);
}
