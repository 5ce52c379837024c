import type { LibraryCategory } from '../../contract/categories.ts';

/** Every demo account's id begins with this; no other account's may. */
const DEMO_PREFIX = 'demo-';

/** What a demo account does to a rifff when it answers one. */
export type Habit =
  | { readonly kind: 'part'; readonly part: LibraryCategory }
  | { readonly kind: 'breakdown' | 'build' | 'pair' | 'fill' };

/** A demo account. Its names say what it is: no invented people. */
export interface DemoPerson {
  readonly userId: string;
  readonly displayName: string;
  readonly bio: string;
  readonly habit: Habit;
}

const MADE = 'This server made this account to show how rifffs grow. Nobody can sign in to it.';

const person = (name: string, shown: string, does: string, habit: Habit): DemoPerson => ({
  userId: `${DEMO_PREFIX}${name}`,
  displayName: `Demo: ${shown}`,
  bio: `${MADE} ${does}`,
  habit,
});

const plays = (part: LibraryCategory): Habit => ({ kind: 'part', part });

/** The demo accounts. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person('drums', 'drums', 'It answers with another drum loop.', plays('drums')),
  person('bass', 'low end', 'It answers with another bass.', plays('bass')),
  person('perc', 'percussion', 'It adds and changes percussion.', plays('perc')),
  person('chords', 'chords', 'It adds and changes chords.', plays('chords')),
  person('pads', 'pads', 'It lays pads under what is there.', plays('pads')),
  person('melody', 'melody', 'It puts a melody on top.', plays('leads')),
  person('voices', 'voices', 'It adds voices.', plays('vocals')),
  person('effects', 'effects', 'It adds and changes effects.', plays('fx')),
  person('breakdowns', 'breakdowns', 'It turns the rhythm off.', { kind: 'breakdown' }),
  person('builds', 'builds', 'It brings the rhythm back.', { kind: 'build' }),
  person('remixes', 'remixes', 'It changes two loops at once.', { kind: 'pair' }),
  person('full', 'full mixes', 'It fills the slots that are free.', { kind: 'fill' }),
];
