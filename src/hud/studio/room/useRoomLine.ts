import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Jam } from '../../../data/contract/jams.ts';
import { blocksQuery, chatKey, followChat } from '../../../data/queries/chat.ts';
import { refreshJams } from '../../../data/queries/jams.ts';
import { enterRoom, type OutReason, type RoomLink } from '../../../data/socket.ts';
import { addRoomTouch } from '../../../data/stores/roomTouches.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useMember, useReader } from '../../parts/shares/useReader.ts';
import type { RoomLine } from './RoomLine.tsx';
import { useRoomNotes } from './useRoomNotes.ts';

/**
 * Connects to a room while its page is open: the page reloads what the room reports as changed. Personal jams have no
 * connection.
 *
 * @param onOut called when the reader may not hear the room any more, but not when the reader leaves by choice
 */
export function useRoomLine(jam: Jam | undefined, onOut: (reason: OutReason) => void): RoomLine {
  const reader = useReader();
  const queries = useQueryClient();
  const [link, setLink] = useState<RoomLink | null>(null);
  const isLeaving = useRef(false);
  const jamId = jam?.kind === 'room' ? jam.id : '';
  const { note, heard } = useRoomNotes(jamId);
  const isMember = useMember() !== '';
  const { data: blocked } = useQuery({ ...blocksQuery, enabled: isMember });
  const latest = useRef({ jam, blocked, heard, onOut });
  latest.current = { jam, blocked, heard, onOut };
  useEffect(() => {
    if (jamId === '') return;
    let isHere = true;
    let mine: RoomLink | null = null;
    const quietly = (cause: unknown) => console.info('The room was not followed', cause);
    const renew = () => void refreshJams(queries).catch(quietly);
    const isHeard = (user: string) =>
      user !== reader && !(latest.current.blocked ?? []).includes(user);
    const since = latest.current.jam?.lastEvent ?? 0;
    enterRoom(
      { jamId, since, activity: 'here' },
      {
        events: (events) => {
          followChat(queries, jamId, events).catch(quietly);
          if (events.some(({ kind }) => !kind.startsWith('message'))) renew();
          latest.current.heard(events);
        },
        reset: () => {
          renew();
          void queries.invalidateQueries({ queryKey: chatKey(jamId) });
        },
        touches: (touches) => {
          for (const touch of touches) if (isHeard(touch.user)) addRoomTouch(touch);
        },
        knock: ({ user, displayName }) => {
          if (isHeard(user)) notify(`${displayName} would like an answer.`);
        },
        out: (reason) => {
          setLink(null);
          if (isHere && !isLeaving.current) latest.current.onOut(reason);
        },
      },
    ).then((made) => {
      if (!isHere) return made.leave();
      mine = made;
      setLink(made);
    }, quietly);
    return () => {
      isHere = false;
      mine?.leave();
      setLink(null);
    };
  }, [queries, jamId, reader]);
  return useMemo(
    () => ({
      link,
      note,
      leaving: (now) => {
        isLeaving.current = now;
      },
      isLeaving: () => isLeaving.current,
    }),
    [link, note],
  );
}
