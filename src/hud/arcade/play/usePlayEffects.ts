/** Effects of a run on the page: its clock, its sound, and the crowd that shows which rifffs the mission asks for. */
import { useEffect } from 'react';
import type { ArcadeMode } from '../../../data/contract/arcade.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { wakeCrowd } from '../../../data/stores/arcade.ts';
import { onFrame } from '../../../data/stores/frameLoop.ts';
import type { Arcade } from '../useArcade.ts';
import type { PlayedRun } from './playedRun.ts';

/** Ink that the solo rule leaves to rifffs that hold nothing that is asked for (the look, "Arcade"). */
const QUIET_INK = 0.18;
/** A run on a page that is not drawn still ends in time. */
const UNSEEN_MS = 250;

/** The run goes on with the frames of the page, and without them. */
export function useGoingOn(played: PlayedRun): void {
  useEffect(() => {
    const turn = onFrame('readouts', (nowMs) => {
      // Frames carry the time at which they began, which may lie before a key that came since.
      played.tick(Math.max(nowMs, performance.now()));
      return played.phase !== 'over';
    });
    turn.wake();
    const unseen = setInterval(() => played.tick(performance.now()), UNSEEN_MS);
    return () => {
      turn.stop();
      clearInterval(unseen);
    };
  }, [played]);
}

interface RunSoundProps {
  played: PlayedRun;
  own: Arcade;
  mode: ArcadeMode;
  heard: Rifff | null;
}

/** The sound begins with the room; what is made is heard with the field, and the beat that is placed to. */
export function useRunSound({ played, own, mode, heard }: RunSoundProps): void {
  const { firstTouch, sound } = own;
  useEffect(() => {
    firstTouch();
  }, [firstTouch]);
  useEffect(() => {
    sound?.hold(heard);
  }, [sound, heard]);
  const isPulse = mode === 'mission' && played.phase !== 'over';
  useEffect(() => {
    sound?.pulse(isPulse);
  }, [sound, isPulse]);
  useEffect(
    () => () => {
      sound?.hold(null);
      sound?.pulse(false);
    },
    [sound],
  );
  useEffect(() => {
    own.flight.clearUnlocks();
    return () => own.flight.clearUnlocks();
  }, [own.flight]);
}

/** In a mission, rifffs with a loop that the mission asks for are shown in full ink, the others in weaker ink. */
export function useSolo({ flight }: Arcade, mode: ArcadeMode, wanted: readonly number[]): void {
  useEffect(() => {
    flight.ink.fill(mode === 'mission' && wanted.length > 0 ? QUIET_INK : 1);
    for (const at of wanted) flight.ink[at] = 1;
    wakeCrowd();
  }, [flight, mode, wanted]);
}
