import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../audio/state/recording.ts';
import type { Activity, JamEvent } from '../../data/contract/live.ts';
import { goesTo } from '../../data/outbox/rules.ts';
import { jamQuery, refreshJams } from '../../data/queries/jams.ts';
import { isHouseBand } from '../../data/rules/sharing/accountText.ts';
import { enterRoom, type RoomLink } from '../../data/socket.ts';
import { commit } from '../../data/stores/commit.ts';
import { draft } from '../../data/stores/draft.ts';
import { nameSoon } from '../../data/stores/people.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { siblingText, useSiblingNote } from '../parts/commit/useSiblingNote.ts';

const quietly = (cause: unknown) => console.info('The room was not followed', cause);

/** Says that others sent something, with the way there. */
async function sayArrivals(
  jamId: string,
  events: readonly JamEvent[],
  reader: string,
): Promise<void> {
  const others = events.filter(({ kind, user }) => kind === 'rifff' && user !== reader);
  const newest = others.at(-1);
  if (!newest) return;
  const who = await nameSoon(newest.user);
  const isSame = (id: string | undefined) => id !== undefined && id === newest.parentId;
  const link = { title: 'Hear it', to: `/jams/${jamId}?answer=${newest.ref}` };
  // The band always answers the newest rifff of a person. A second answer to the same rifff needs no extra note here.
  if (isHouseBand(newest.user)) {
    notify(`${who} answered`, link);
    return;
  }
  const willBe = draft.changes > 0 && isSame(draft.rifff.parent?.rifffId);
  const text = willBe
    ? `${who} answered the same rifff; both will be in the tree`
    : commit.sentAnswers.some(({ parent }) => isSame(parent.rifffId))
      ? siblingText(who)
      : others.length > 1
        ? `${others.length} new rifffs, the last one by ${who}`
        : `${who} sent a rifff`;
  notify(text, link);
}

/**
 * While the target of the draft is a room, the editor is in that room: others see that the reader edits or records, and
 * the reader is told what they send.
 */
export function useEditorRoom(): void {
  const queries = useQueryClient();
  const { user } = useSnapshot(session);
  const { target, isRestored, rifff } = useSnapshot(draft);
  const { phase } = useSnapshot(recording);
  useSiblingNote();
  const link = useRef<RoomLink | null>(null);
  const reader = user?.user_id ?? '';
  const jamId = (isRestored && reader !== '' && goesTo(target, user?.guestOf)?.jamId) || '';
  const activity: Activity = phase === 'off' ? 'editing' : 'recording';
  // A parent in another jam is not told to this room.
  const answers = rifff.parent?.jamId === jamId ? rifff.parent.rifffId : null;
  const now = useRef({ activity, answers });
  now.current = { activity, answers };
  useEffect(() => {
    if (jamId === '') return;
    let isHere = true;
    const renew = () => void refreshJams(queries).catch(quietly);
    const go = async () => {
      const jam = await queries.fetchQuery({ ...jamQuery(jamId), staleTime: 0 });
      if (!isHere) return;
      const made = await enterRoom(
        { jamId, since: jam.lastEvent, ...now.current },
        {
          events(events) {
            if (events.some(({ kind }) => !kind.startsWith('message'))) renew();
            void sayArrivals(jamId, events, reader);
          },
          reset: renew,
          knock: ({ displayName }) => notify(`${displayName} would like an answer.`),
        },
      );
      if (!isHere) return made.leave();
      link.current = made;
      made.setActivity(now.current.activity, now.current.answers);
    };
    go().catch(quietly);
    return () => {
      isHere = false;
      link.current?.leave();
      link.current = null;
    };
  }, [queries, jamId, reader]);
  useEffect(() => link.current?.setActivity(activity, answers), [activity, answers]);
}
