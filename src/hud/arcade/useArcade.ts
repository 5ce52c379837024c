import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { FieldSound } from '../../audio/arcade/FieldSound.ts';
import { field } from '../../audio/state/field.ts';
import { transport } from '../../audio/state/transport.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { type FieldMusic, fieldMusic } from '../../data/rules/arcade/fieldMusic.ts';
import { arcade, showCrowd } from '../../data/stores/arcade.ts';
import { useEngine } from '../EngineContext.tsx';
import { type Command, registerCommands, runCommand } from '../parts/commands/registry.ts';
import { ArcadeFlight, type FlightDirection } from './arcadeFlight.ts';
import { followGamepad } from './gamepad.ts';

/** A field that is flown through and heard, for a page and for what is played on it. */
export interface Arcade {
  readonly flight: ArcadeFlight;
  readonly music: FieldMusic;
  /** Index of the rifff in front, −1 for none, and whether it stands all the way there. */
  readonly focus: number;
  readonly isFocusOpen: boolean;
  /** Is sound wanted, and is it heard? */
  readonly isWanted: boolean;
  readonly isHeard: boolean;
  /** Message on why there is no sound; empty when there is no problem. */
  readonly trouble: string;
  /** Sound on or off. Call it inside a gesture. */
  toggleSound(): void;
  /** Starts the sound at the first touch of any control. Call it inside a gesture. @returns was this the first? */
  firstTouch(): boolean;
  /** The sound of the field; null before it is there. */
  readonly sound: FieldSound | null;
}

const NO_NAMES: readonly string[] = [];

/**
 * Opens a field as long as the page is there.
 *
 * @param rifffs of the field, the same array as long as they are the same
 * @param given the music of a mission; left out, that of the field
 * @param names of the rifffs, where they are to be read: the same array as long as they are the same
 */
export function useArcade(
  rifffs: readonly Rifff[],
  given?: FieldMusic,
  names: readonly string[] = NO_NAMES,
): Arcade {
  const engine = useEngine();
  const [flight] = useState(() => new ArcadeFlight(innerWidth, innerHeight));
  const music = useMemo(() => given ?? fieldMusic(rifffs), [rifffs, given]);
  const { focus, isFocusOpen } = useSnapshot(arcade);
  const { status, failed } = useSnapshot(field);
  const [isMute, setMute] = useState(false);
  const sound = useRef<Promise<FieldSound> | null>(null);
  const [ready, setReady] = useState<FieldSound | null>(null);
  const wish = useRef({ isTouched: false, isWanted: false });

  useEffect(() => {
    flight.begin();
    const takeAway = showCrowd(flight);
    return () => {
      flight.end();
      takeAway();
    };
  }, [flight]);

  useEffect(() => flight.call(names), [flight, names]);

  useEffect(() => {
    flight.take(rifffs, music);
    sound.current ??= engine.field();
    sound.current.then(
      (own) => {
        own.enter(rifffs, flight.near, music);
        setReady(own);
      },
      () => setMute(true),
    );
  }, [engine, flight, rifffs, music]);

  useEffect(
    () => () => {
      void sound.current?.then((own) => own.leave());
      sound.current = null;
      wish.current.isWanted = false;
    },
    [],
  );

  const setWanted = useCallback(
    (isWanted: boolean) => {
      wish.current = { isTouched: true, isWanted };
      sound.current ??= engine.field();
      const own = sound.current;
      if (!isWanted) {
        void own.then((one) => one.stop());
        return;
      }
      // Inside the gesture, before anything is awaited.
      const unlocked = engine.unlock();
      unlocked
        .then(async () => {
          const one = await own;
          if (wish.current.isWanted) await one.start();
          setMute(false);
        })
        .catch((error: unknown) => {
          console.info('The field has no sound', error);
          setMute(true);
        });
    },
    [engine],
  );

  // Music that still plays from another page changes over to the music of the field.
  useEffect(() => {
    if (transport.status === 'playing') setWanted(true);
  }, [setWanted]);

  const isHeard = status === 'playing';
  const isGone = failed.includes(focus);
  return {
    flight,
    music,
    focus,
    isFocusOpen,
    isWanted: status !== 'silent',
    isHeard,
    trouble: isMute
      ? 'There is no sound here: this browser refused it.'
      : isGone
        ? 'Its loops could not be loaded.'
        : '',
    toggleSound: useCallback(() => setWanted(!wish.current.isWanted), [setWanted]),
    firstTouch: useCallback(() => {
      if (wish.current.isTouched) return false;
      setWanted(true);
      return true;
    }, [setWanted]),
    sound: ready,
  };
}

/** After a key is held for so long it is thrust; before that it is a step. */
const HELD_MS = 240;

/** What keys and buttons of a gamepad do on a page of the field, beside flying. */
export interface FieldHands<Deed extends string> {
  /** Keys of the flight by direction. */
  readonly fly: Readonly<Record<FlightDirection, readonly string[]>>;
  /** The others; each is a command `arcade.<deed>`. */
  readonly deeds: readonly {
    readonly deed: Deed;
    readonly title: string;
    readonly keys: readonly string[];
  }[];
  /** What buttons run, by their number in the standard mapping: names of commands without `arcade.`, of this page or another part of it. */
  readonly pad: Readonly<Record<number, string>>;
}

const TITLES: Readonly<Record<FlightDirection, string>> = {
  left: 'Look left; hold to fly',
  right: 'Look right; hold to fly',
  away: 'Go forward; hold to fly',
  near: 'Go back; hold to fly',
};

/**
 * Keys and gamepad of a page in the field.
 *
 * @param hands the same object as long as the page is there
 * @param deeds as they are now
 */
export function useFieldHands<Deed extends string>(
  { flight, firstTouch }: Arcade,
  hands: FieldHands<Deed>,
  deeds: Readonly<Record<Deed, () => void>>,
): void {
  const latest = useRef(deeds);
  latest.current = deeds;
  useEffect(() => {
    const group = 'Arcade';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const thrust = (direction: FlightDirection, share: number) => {
      if (direction === 'left' || direction === 'right') {
        flight.input.thrustX = direction === 'left' ? -share : share;
      } else flight.input.thrustDepth = direction === 'near' ? -share : share;
      flight.hold(flight.input.isHeld);
    };
    const fly = (id: FlightDirection): Command => ({
      id: `arcade.${id}`,
      title: TITLES[id],
      group,
      keys: [...hands.fly[id]],
      run() {
        firstTouch();
        flight.step(id);
        clearTimeout(timer);
        timer = setTimeout(() => thrust(id, 1), HELD_MS);
      },
      release() {
        clearTimeout(timer);
        thrust(id, 0);
      },
    });
    const once = ({ deed, title, keys }: (typeof hands.deeds)[number]): Command => ({
      id: `arcade.${deed}`,
      title,
      group,
      keys: [...keys],
      isUnlisted: keys.length === 0,
      run: () => latest.current[deed](),
    });
    const remove = registerCommands([
      ...(['left', 'right', 'away', 'near'] as const).map(fly),
      ...hands.deeds.map(once),
    ]);
    const buttons = Object.entries(hands.pad).map(
      ([button, name]) => [button, () => void runCommand(`arcade.${name}`)] as const,
    );
    const stopPad = followGamepad(flight, Object.fromEntries(buttons));
    return () => {
      clearTimeout(timer);
      remove();
      stopPad();
    };
  }, [flight, firstTouch, hands]);
}

/** What keys and gamepad do where one flies freely. */
export interface ArcadeDeeds {
  listen(): void;
  take(): void;
  list(): void;
  leave(): void;
}

const FREE_HANDS: FieldHands<keyof ArcadeDeeds | 'next' | 'previous'> = {
  fly: {
    left: ['ArrowLeft', 'A'],
    right: ['ArrowRight', 'D'],
    away: ['ArrowUp', 'W'],
    near: ['ArrowDown', 'S'],
  },
  deeds: [
    { deed: 'next', title: 'Next rifff', keys: ['N'] },
    { deed: 'previous', title: 'Previous rifff', keys: ['P'] },
    { deed: 'listen', title: 'Sound on or off', keys: ['Space'] },
    { deed: 'take', title: 'Remix the rifff in front', keys: ['Enter'] },
    { deed: 'list', title: 'List of all rifffs', keys: ['L'] },
    { deed: 'leave', title: 'Leave', keys: ['Escape'] },
  ],
  // Below, right, left, above; shoulders; select and start, where a page has these commands.
  pad: {
    0: 'listen',
    1: 'leave',
    2: 'take',
    3: 'list',
    4: 'previous',
    5: 'next',
    8: 'explorer',
    9: 'mission',
  },
};

/** Keys and gamepad of a field that is flown through freely. */
export function useArcadeKeys(own: Arcade, deeds: ArcadeDeeds): void {
  const { flight, firstTouch } = own;
  const skip = (by: number) => {
    firstTouch();
    flight.skip(by);
  };
  useFieldHands(own, FREE_HANDS, { ...deeds, next: () => skip(1), previous: () => skip(-1) });
}
