import { type RefObject, useEffect, useRef } from 'react';
import { type Command, registerCommands } from '../commands/registry.ts';
import type { QueuePlace } from './QueueMenu.tsx';

interface Cards {
  list: RefObject<HTMLElement | null>;
  /** Cards in a row. */
  columns: number;
  count: number;
  /** The item that is heard, or was last. */
  shownId: string;
  /** Puts the item of a card into the queue of `/listen`. */
  onQueue(id: string, place: QueuePlace): void;
}

const GROUP = 'Cards';
/** Presses what a card has for it, so that a key does what a hand would. */
const DEEDS = [
  { deed: 'like', title: 'Like it', key: 'L' },
  { deed: 'comments', title: 'Its comments', key: 'C' },
  { deed: 'remix', title: 'Remix it', key: 'R' },
  { deed: 'share', title: 'Pass it on', key: 'S' },
] as const;

/** The card that a key means: with the focus of the keyboard, under the pointer, with any focus, or the one that is heard. */
function meantCard({ list, shownId }: Cards): HTMLElement | null {
  const all = list.current;
  if (!all) return null;
  const find = (selector: string) => all.querySelector<HTMLElement>(`[data-item]${selector}`);
  const shown = [...all.querySelectorAll<HTMLElement>('[data-item]')].find(
    ({ dataset }) => dataset.item === shownId,
  );
  return find(':has(:focus-visible)') ?? find(':hover') ?? find(':focus-within') ?? shown ?? null;
}

const placeOf = (card: HTMLElement) => Number(card.getAttribute('aria-posinset'));
const playOf = (card: Element | null | undefined) =>
  card?.querySelector<HTMLElement>('[data-picture] > button') ?? null;

/** The first card that can be seen. */
function firstSeen(list: HTMLElement | null): HTMLElement | undefined {
  const cards = [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  return cards
    .sort((a, b) => placeOf(a) - placeOf(b))
    .find((card) => (playOf(card)?.getBoundingClientRect().top ?? -1) >= 0);
}

/** Gives the focus to the card `by` places on; where no card has it, to the first that can be seen. */
function goOn({ list, count }: Cards, by: number): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-item]');
  if (!focused || !list.current?.contains(focused)) {
    playOf(firstSeen(list.current))?.focus();
    return;
  }
  const place = placeOf(focused) + by;
  if (place < 1 || place > count) return;
  playOf(list.current.querySelector(`[aria-posinset="${place}"]`))?.focus();
}

/** Keys that go through a grid of cards and do what a card can. */
export function useCardKeys(cards: Cards): void {
  const latest = useRef(cards);
  latest.current = cards;
  useEffect(() => {
    const now = () => latest.current;
    const isInside = () => now().list.current?.contains(document.activeElement) ?? false;
    const go = (id: string, title: string, key: string, by: () => number): Command => ({
      id: `cards.${id}`,
      title,
      group: GROUP,
      keys: [key],
      repeats: true,
      run: () => goOn(now(), by()),
    });
    const deedOf = (deed: string) =>
      meantCard(now())?.querySelector<HTMLElement>(`[data-deed="${deed}"]`) ?? null;
    const queue = (place: QueuePlace, title: string, key: string): Command => ({
      id: `cards.queue.${place}`,
      title,
      group: GROUP,
      keys: [key],
      isEnabled: () => meantCard(now()) !== null,
      run: () => {
        const id = meantCard(now())?.dataset.item;
        if (id) now().onQueue(id, place);
      },
    });
    return registerCommands([
      {
        id: 'listening.play',
        title: 'Play or pause',
        group: GROUP,
        keys: ['Space', 'Enter'],
        run: () => playOf(meantCard(now()) ?? firstSeen(now().list.current))?.click(),
      },
      go('next', 'Next card', 'ArrowRight', () => 1),
      go('previous', 'Previous card', 'ArrowLeft', () => -1),
      // The page scrolls by them until a card has the focus.
      { ...go('down', 'Card below', 'ArrowDown', () => now().columns), isEnabled: isInside },
      { ...go('up', 'Card above', 'ArrowUp', () => -now().columns), isEnabled: isInside },
      queue('next', 'Play it next on Listen', 'N'),
      queue('last', 'Add it to the queue of Listen', 'Q'),
      ...DEEDS.map(({ deed, title, key }) => ({
        id: `cards.${deed}`,
        title,
        group: GROUP,
        keys: [key],
        isEnabled: () => deedOf(deed) !== null,
        run: () => deedOf(deed)?.click(),
      })),
    ]);
  }, []);
}
