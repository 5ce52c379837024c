import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { subscribe } from 'valtio/vanilla';
import type { RoomFollowing } from '../../../audio/engine/InStep.ts';
import { transport } from '../../../audio/state/transport.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import type { RoomTransport } from '../../../data/contract/live.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { rifffsQuery } from '../../../data/queries/jams.ts';
import { keepsOrder } from '../../../data/rules/jam/standing.ts';
import { driftMs, mayMove, type StepNow, stepNow } from '../../../data/rules/jam/together.ts';
import { hear, listening, mixOf } from '../../../data/stores/listening.ts';
import { room } from '../../../data/stores/room.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';
import type { Listening } from '../../parts/listening/useListening.ts';
import { useNames } from '../../parts/people/useNames.ts';
import { useReader } from '../../parts/shares/useReader.ts';
import { useLine } from './RoomLine.tsx';

const LOOK_MS = 250;
/** A choice is sent to the room once it sounds, or after this time even if it does not sound yet. */
const PATIENCE_MS = 20_000;
/** The clock of a host's sound card drifts: from this drift on, the room is told again, at most once in this time. */
const TOLD_DRIFT_MS = 3;
const TOLD_GAP_MS = 5000;

const FREE: StepNow = { state: 'free', offMs: 0 };

const refused = (error: unknown) =>
  notify(error instanceof Error ? error.message : 'That did not work. Try again in a moment.');

/** State of listening together in a room, and its actions. */
export interface Together {
  /** Has this person chosen it? */
  readonly isOn: boolean;
  readonly now: StepNow;
  /** Does this page lead? */
  readonly isLead: boolean;
  /** Name of another person who leads; '' when there is none. */
  readonly leader: string;
  readonly mayMove: boolean;
  /** Call it inside a gesture: sound begins. */
  join(): void;
  leave(): void;
  lead(isWanted: boolean): void;
  /** The page's list of rifffs, changed so that a choice in it is a choice for everyone. */
  over(own: Listening): Listening;
  /** A rifff that begins by itself: for everyone only where this page made it, or leads. */
  byItself(own: Listening, isMine: (rifffId: string) => boolean): Listening;
  /** Where the first bar of what is heard was, in ms of this page's clock; null for silence. */
  beganMs(): number | null;
}

/**
 * Listening together in a room: after `join`, the page follows the transport of the room and tells the room what it
 * chooses.
 *
 * @param rifffs what the page has of the room
 */
export function useTogether(jam: Jam | undefined, rifffs: readonly { rifff: Rifff }[]): Together {
  const engine = useEngine();
  const queries = useQueryClient();
  const reader = useReader();
  const nameOf = useNames();
  const { link } = useLine();
  const told = useSnapshot(room).transport as RoomTransport | null;
  const [following, setFollowing] = useState<RoomFollowing | null>(null);
  const [isOn, setOn] = useState(false);
  // Who hears an answer of their own is not led meanwhile.
  const isFollowing = useSnapshot(listening).hears === 'list' && isOn;
  const [leads, setLeads] = useState(false);
  const [now, setNow] = useState<StepNow>(FREE);
  const known = useRef(rifffs);
  known.current = rifffs;
  /** A choice of this page that was not sent yet. */
  const wish = useRef<{ rifffId: string | null; sinceMs: number } | null>(null);
  const jamId = jam?.id ?? '';
  const may = mayMove(told, {
    reader,
    mayAnswer: jam?.mayAnswer === true,
    isOwner: keepsOrder(jam?.role),
  });
  const hostId = told?.mode === 'together' ? told.host : null;
  const isLead = isOn && leads && hostId === reader;

  // A new follower for each connection and each start of listening together.
  useEffect(() => {
    if (!isFollowing || !link) return;
    let isHere = true;
    let mine: RoomFollowing | null = null;
    const find = async (rifffId: string) => {
      const here = known.current.find(({ rifff }) => rifff._id === rifffId)?.rifff;
      if (here) return mixOf(here);
      const key = { jamId, rifffId };
      const found = (await queries.fetchQuery(rifffsQuery([key]))).get(rifffId);
      if (!found) throw new Error('There is no such rifff');
      return found;
    };
    let stop = () => {};
    engine.followRoom({ probe: (sentMs) => link.probe(sentMs), rifff: find }).then(
      (made) => {
        if (!isHere) return made.dispose();
        mine = made;
        const take = () => room.transport && made.setTransport({ ...room.transport });
        // What plays here becomes what the room plays, where that is nothing yet.
        const isFree = room.transport?.mode !== 'together';
        if (isFree && transport.status === 'playing') {
          made.isLeading = true;
          // Another rifff may be about to come: what is heard then is told.
          wish.current = { rifffId: null, sinceMs: performance.now() };
        }
        take();
        stop = subscribe(room, take);
        setFollowing(made);
      },
      () => notify('Listening together could not begin. Try again in a moment.'),
    );
    return () => {
      isHere = false;
      stop();
      mine?.dispose();
      setFollowing(null);
      setNow(FREE);
      wish.current = null;
    };
  }, [engine, queries, link, isFollowing, jamId]);
  useEffect(() => {
    if (link) link.setTogether(isOn);
    else setOn(false);
  }, [link, isOn]);

  const tell = useCallback(
    async (isHosted: boolean, mode: RoomTransport['mode'] = 'together') => {
      if (!link) return;
      const heard = following?.heard() ?? null;
      const still = async () => ({
        rifffId: transport.currentRifffId,
        atMs: (await link.probe(performance.now())).atMs,
        phaseSec: 0,
      });
      await link.move({
        mode,
        isHosted,
        isPlaying: heard !== null,
        ...(heard ?? (await still())),
      });
    },
    [link, following],
  );
  // A choice is sent as soon as it is heard; the drift of a host now and then.
  const state = useRef({ isLead, may, told, tell });
  state.current = { isLead, may, told, tell };
  useEffect(() => {
    if (!following) return;
    let toldMs = 0;
    let isTelling = false;
    const say = async (isHosted: boolean) => {
      isTelling = true;
      toldMs = performance.now();
      await state.current.tell(isHosted).catch(refused);
      isTelling = false;
      following.isLeading = state.current.isLead || wish.current !== null;
    };
    const look = () => {
      const { isLead: hosts, may: isFree, told: last } = state.current;
      const heard = following.heard();
      const nowMs = performance.now();
      const next = stepNow(last, following.clock, heard, nowMs);
      setNow((before) =>
        before.state === next.state && Math.ceil(before.offMs) === Math.ceil(next.offMs)
          ? before
          : next,
      );
      const asked = wish.current;
      if (isTelling) return;
      if (asked) {
        const isThere = heard !== null && (!asked.rifffId || heard.rifffId === asked.rifffId);
        const isCalm = transport.pendingRifffId === null && listening.askedId === null;
        const isOver = nowMs - asked.sinceMs > PATIENCE_MS;
        if (!(isThere && isCalm) && !isOver) return;
        wish.current = null;
        if (isThere && isFree) void say(hosts);
        else following.isLeading = hosts;
        return;
      }
      if (!hosts || nowMs - toldMs < TOLD_GAP_MS || !last) return;
      const isSilent = transport.status !== 'playing';
      if (isSilent ? last.isPlaying : !heard) return void (isSilent && say(true));
      if (!heard) return;
      const isOther = heard.rifffId !== last.rifffId || !last.isPlaying;
      if (isOther || Math.abs(driftMs(last, heard)) > TOLD_DRIFT_MS) void say(true);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [following]);
  useEffect(() => {
    if (following) following.isLeading = isLead || wish.current !== null;
  }, [following, isLead]);

  const leader = hostId !== null && !isLead && hostId !== reader ? nameOf(hostId) : '';

  /** Chooses for everyone. @param rifffId what will sound, or null where that is not known */
  const act = (run: () => void, rifffId: string | null) => {
    if (!isOn || !following) return run();
    if (!may || leader !== '') {
      notify(`${leader || 'Another person'} leads. Leave to play something else.`);
      return;
    }
    following.isLeading = true;
    wish.current = { rifffId, sinceMs: performance.now() };
    run();
  };
  const leave = () => {
    if (isLead) tell(false, 'free').catch(() => {});
    setLeads(false);
    setOn(false);
  };
  const over = (own: Listening): Listening => {
    if (!isOn) return own;
    return {
      ...own,
      choose: (id) => act(() => own.choose(id), id),
      show: (id) => (own.isPlaying ? act(() => own.show(id), id) : own.show(id)),
      skip: (by) => (own.isPlaying ? act(() => own.skip(by), null) : own.skip(by)),
      togglePlay() {
        if (!own.isPlaying) return act(() => own.togglePlay(), own.shown.rifff._id);
        // A host's pause is everyone's; anybody else's is their own.
        if (isLead) {
          own.togglePlay();
          tell(true).catch(refused);
          return;
        }
        leave();
        own.togglePlay();
        notify('You stopped listening together.');
      },
    };
  };
  return {
    isOn,
    now: isOn ? now : FREE,
    isLead,
    leader,
    mayMove: may,
    join() {
      void engine.unlock();
      hear('list');
      setOn(true);
    },
    leave,
    lead(isWanted) {
      if (!following) return;
      following.isLeading = isWanted;
      setLeads(isWanted);
      tell(isWanted).catch((error) => {
        following.isLeading = false;
        setLeads(false);
        refused(error);
      });
    },
    over,
    byItself: (own, isMine) =>
      isOn
        ? {
            ...own,
            choose(id) {
              if (isLead || (may && isMine(id))) act(() => own.choose(id), id);
            },
          }
        : own,
    beganMs: useMemo(
      () => () => {
        const place = engine.inStep.place();
        if (!place?.playing) return null;
        return place.heard.performanceMs - (place.heard.frame - place.playing.originFrame) / 48;
      },
      [engine],
    ),
  };
}
