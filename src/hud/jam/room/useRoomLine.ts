import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { followChat } from '../../../data/queries/chat.ts';
import { refreshJams } from '../../../data/queries/jams.ts';
import { enterRoom, type RoomLink } from '../../../data/socket.ts';
import { notify } from '../../../data/stores/ui.ts';

/**
 * Goes into a room while its page is open: what happens there is read anew as it is told of, and others see whether
 * one listens. Personal jams have no line. @param reader id of the account, or '' for a visitor
 */
export function useRoomLine(jam: Jam | undefined, reader: string): void {
  const queries = useQueryClient();
  const { status } = useSnapshot(transport);
  const link = useRef<RoomLink | null>(null);
  const isPlaying = status === 'playing';
  const first = useRef({ jam, isPlaying });
  first.current = { jam, isPlaying };
  const jamId = jam?.kind === 'room' ? jam.id : '';
  useEffect(() => {
    if (jamId === '') return;
    let isHere = true;
    const place = { jamId, reader };
    const quietly = (cause: unknown) => console.info('The room was not followed', cause);
    const renew = () => void refreshJams(queries).catch(quietly);
    const activity = first.current.isPlaying ? 'listening' : 'here';
    const since = first.current.jam?.lastEvent ?? 0;
    enterRoom(
      { jamId, since, activity },
      {
        events: (events) => {
          followChat(queries, place, events).catch(quietly);
          if (events.some(({ kind }) => !kind.startsWith('message'))) renew();
        },
        reset: () => {
          renew();
          void queries.invalidateQueries({ queryKey: ['chat', reader, jamId] });
        },
        knock: ({ displayName }) => notify(`${displayName} would like an answer.`),
      },
    ).then((made) => {
      if (isHere) link.current = made;
      else made.leave();
    }, quietly);
    return () => {
      isHere = false;
      link.current?.leave();
      link.current = null;
    };
  }, [queries, jamId, reader]);
  useEffect(() => link.current?.setActivity(isPlaying ? 'listening' : 'here'), [isPlaying]);
}
