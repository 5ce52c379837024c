/** Looks that a video can have. */
import { useQuery } from '@tanstack/react-query';
import type { SavedLook } from '../../../data/contract/savedLooks.ts';
import { myLooksQuery } from '../../../data/queries/looks.ts';
import { HOUSE_LOOKS, lookTitle, type ShownLook } from '../looks/shownLooks.ts';
import { useIsPupil, useMember } from '../shares/useReader.ts';
import { PLAIN_LOOK } from './exportChoice.ts';

/** A look that a video can have. `title` says whose it is where it is not of the house. */
export interface VideoLook extends ShownLook {
  readonly title: string;
}

/** Looks of the house, then those that the reader keeps. */
export function videoLooks(own: readonly SavedLook[]): readonly VideoLook[] {
  return [
    ...HOUSE_LOOKS.map((one) => ({ ...one, title: lookTitle(one) })),
    ...own.map(({ id, document }) => ({
      key: id,
      look: document,
      title: `${document.name} (yours)`,
    })),
  ];
}

/** The look with a key; null for the plain drawing, and where there is no such look (any more). */
export function videoLook(looks: readonly VideoLook[], key: string): VideoLook | null {
  return looks.find((one) => one.key === key) ?? null;
}

/** What can be chosen, the plain drawing first. */
export function lookOptions(looks: readonly VideoLook[]): { value: string; title: string }[] {
  return [
    { value: PLAIN_LOOK, title: 'Plain' },
    ...looks.map(({ key, title }) => ({ value: key, title })),
  ];
}

/**
 * Looks that the reader's videos can have: those of the house at once, a member's own once they are there.
 *
 * @param isAsked is a video chosen? Else nothing is fetched
 * @returns the looks, and whether the reader's own could not be fetched
 */
export function useVideoLooks(isAsked: boolean): {
  looks: readonly VideoLook[];
  isFailed: boolean;
} {
  const isPupil = useIsPupil();
  const isMember = useMember() !== '' && !isPupil;
  const { data, isError } = useQuery({ ...myLooksQuery, enabled: isAsked && isMember });
  return {
    looks: videoLooks(isMember && data ? data : []),
    isFailed: isMember && isError && !data,
  };
}
