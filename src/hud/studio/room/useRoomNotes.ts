import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { JamEvent, Present } from '../../../data/contract/live.ts';
import {
  NO_NEWS,
  newsText,
  type RoomNews,
  withPeople,
  withRifffs,
} from '../../../data/rules/jam/roomNotes.ts';
import { nameNow, nameSoon } from '../../../data/stores/people.ts';
import { room } from '../../../data/stores/room.ts';
import { useReader } from '../../parts/shares/useReader.ts';

/** Events within this time are reported in one message. */
const GATHER_MS = 2500;
const SHOWN_MS = 9000;
/** After a (re)connection, people reconnect too: those who appear within this time are not reported as new. */
const SETTLE_MS = 4000;
/** Of more people than this a server lists only some, who come and go as they do something. */
const MOST_LISTED = 40;

/** Reports who came, who left and which rifffs came, several events in one message. */
export function useRoomNotes(jamId: string) {
  const reader = useReader();
  const [note, setNote] = useState('');
  const news = useRef<RoomNews>(NO_NEWS);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const gather = useCallback((next: RoomNews) => {
    news.current = next;
    timer.current ??= setTimeout(() => {
      setNote(newsText(news.current, nameNow));
      news.current = NO_NEWS;
      timer.current = undefined;
    }, GATHER_MS);
  }, []);
  useEffect(() => {
    if (note === '') return;
    const hide = setTimeout(() => setNote(''), SHOWN_MS);
    return () => clearTimeout(hide);
  }, [note]);
  useEffect(() => {
    if (jamId === '') return;
    let before: Record<string, Present> = {};
    let onSince = Number.POSITIVE_INFINITY;
    const look = () => {
      const after = { ...room.here };
      const nowMs = performance.now();
      if (room.line !== 'on') onSince = Number.POSITIVE_INFINITY;
      else if (onSince > nowMs) onSince = nowMs;
      const isNews = nowMs - onSince > SETTLE_MS && room.count <= MOST_LISTED;
      const known = before;
      before = after;
      if (!isNews) return;
      const next = withPeople(news.current, known, after, reader);
      if (newsText(next, nameNow) !== newsText(news.current, nameNow)) gather(next);
    };
    look();
    const stop = subscribe(room, look);
    return () => {
      stop();
      clearTimeout(timer.current);
      timer.current = undefined;
      news.current = NO_NEWS;
      setNote('');
    };
  }, [jamId, reader, gather]);
  const heard = useCallback(
    (events: readonly JamEvent[]) => {
      const makers = events
        .filter(({ kind, user }) => kind === 'rifff' && user !== reader)
        .map(({ user }) => user);
      // The names are loaded before the message is shown.
      for (const user of makers) void nameSoon(user);
      if (makers.length > 0) gather(withRifffs(news.current, makers));
    },
    [reader, gather],
  );
  return { note, heard };
}
