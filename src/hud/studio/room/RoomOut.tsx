import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Jam } from '../../../data/contract/jams.ts';
import { forgetJam } from '../../../data/queries/jams.ts';
import type { OutReason } from '../../../data/socket.ts';
import { useEngine } from '../../EngineContext.tsx';
import page from '../../parts/Page.module.css';
import { usePageTitle } from '../../parts/page/page.ts';
import { useLoginHref, useReader } from '../../parts/shares/useReader.ts';
import { Button } from '../../system/Button.tsx';
import { ListState } from '../../system/ListState.tsx';
import jamStyles from '../jam/JamPage.module.css';

const TITLES: Readonly<Record<OutReason, string>> = {
  removed: 'You were removed from this room',
  closed: 'This room is closed to you now',
  'signed-out': 'You are signed out',
};

const WORDS: Readonly<Record<OutReason, string>> = {
  removed: 'What you made stays in it, under your name.',
  closed: 'Its owner changed who may come in. An invitation opens it again.',
  'signed-out': 'Sign in to come back to the room.',
};

/** The same of a channel, which its club opens and closes. */
const CLUB_WORDS: Readonly<Record<OutReason, string>> = {
  removed: 'You are not in its club any more. What you made stays, under your name.',
  closed: 'Its club says who hears it, and you may not for now.',
  'signed-out': WORDS['signed-out'],
};

/**
 * Deletes the cached data of a room that the reader may not hear any more, and stops its sound. An open room goes on
 * sounding, because everyone may hear it.
 */
export function useForgetRoom(): (jam: Jam) => void {
  const queries = useQueryClient();
  const engine = useEngine();
  return (jam) => {
    if (jam.access !== 'public') {
      engine.stop();
      void engine.setRifff(null);
    }
    forgetJam(queries, [jam.id, jam.longId]);
  };
}

export interface RoomOutProps {
  jam: Jam;
  reason: OutReason;
  /** Opens the page again, with the session as it is then. */
  onAgain(): void;
}

/** Shown in place of a room that the reader may not hear any more: says why, and where to go. */
export function RoomOut({ jam, reason, onAgain }: RoomOutProps) {
  const forget = useForgetRoom();
  const loginHref = useLoginHref();
  const reader = useReader();
  const isOpen = jam.access === 'public';
  usePageTitle(jam.name);
  // Only once: data that is read later belongs to the session of that moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the moment in which one was put out
  useEffect(() => forget(jam), []);
  return (
    <section className={`${jamStyles.alone} over`} aria-label={jam.name}>
      <h1 className={`${page.padBelow24} t40 clamp`}>{jam.name}</h1>
      <ListState
        role="alert"
        title={TITLES[reason]}
        action={
          <>
            {reason === 'signed-out' && (
              <Button variant="filled" to={loginHref}>
                Sign in
              </Button>
            )}
            {(isOpen || (reason === 'signed-out' && reader !== '')) && (
              <Button onClick={onAgain}>{isOpen ? 'Only listen' : 'Try again'}</Button>
            )}
            <Button variant={reason === 'signed-out' ? 'bare' : 'filled'} to="/jams">
              All rooms
            </Button>
          </>
        }
      >
        {(jam.club ? CLUB_WORDS : WORDS)[reason]}
      </ListState>
    </section>
  );
}
