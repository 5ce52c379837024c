/** Skip back and forward by index through the rifffs of the draft's target jam; the draft itself is last. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { withWholeLoops } from '../../../data/drafts.ts';
import { goesTo, OWN_JAM } from '../../../data/outbox/rules.ts';
import { jamRifffsQuery, refreshJams, rifffsOf } from '../../../data/queries/jams.ts';
import { commit } from '../../../data/stores/commit.ts';
import { backToDraft, draft, showCommitted } from '../../../data/stores/draft.ts';
import { session } from '../../../data/stores/session.ts';
import { numberTitle } from '../../parts/controls/format.ts';
import { useEditorActions } from '../EditorContext.tsx';
import { useSkipCommands } from './useSkipCommands.ts';

/** Where the editor stands among rifffs. */
interface SkipFacts {
  /** Ids of the rifffs that are known, oldest first. */
  readonly ids: readonly string[];
  /** The committed rifff that is on show; null for a draft, or an empty rifff. */
  readonly currentId: string | null;
  /** Does a draft wait while a committed rifff is on show? */
  readonly isSetAside: boolean;
}

/**
 * Index of what is on show, and the last index that there is. A draft stands after the newest rifff, and so does a
 * rifff that is not known yet.
 */
export function skipPlace({ ids, currentId, isSetAside }: SkipFacts): { at: number; last: number } {
  const found = currentId === null ? -1 : ids.indexOf(currentId);
  const at = found < 0 ? ids.length : found;
  return { at, last: Math.max(at, isSetAside ? ids.length : ids.length - 1) };
}

/**
 * The rifffs of that jam: those on the server as far as they are loaded, then the commits that wait here.
 * @param currentId the committed rifff that is on show; it is lost while it is among none of them
 */
function useOwnHistory(currentId: string | null) {
  const { user } = useSnapshot(session);
  const account = user?.user_id ?? null;
  const { entries, sent } = useSnapshot(commit);
  const { isRestored, target } = useSnapshot(draft);
  const roomId = goesTo(target, user?.guestOf)?.jamId ?? null;
  const jamId = roomId ?? account;
  const queries = useQueryClient();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...jamRifffsQuery(jamId ?? ''),
    enabled: account !== null && isRestored,
  });
  useEffect(() => {
    if (sent.length > 0) void refreshJams(queries);
  }, [queries, sent]);
  const pages = data?.pages ?? [];
  const known = rifffsOf(pages);
  const first = Math.max(0, (pages[0]?.total ?? 0) - known.length);
  const isHere = new Set(known.map(({ _id }) => _id));
  const rifffs = [
    ...known.map((rifff, at) => ({ rifff, title: numberTitle(first + at + 1) })),
    ...entries
      .filter((one) => {
        const isMine = one.account === null || one.account === account;
        const room = goesTo(one.target, user?.guestOf)?.jamId ?? null;
        return isMine && room === roomId && !isHere.has(one.id);
      })
      .map(({ rifff }) => ({ rifff: rifff as Rifff, title: 'a commit that waits' })),
  ];
  return {
    rifffs,
    jamId: jamId ?? OWN_JAM,
    older: hasNextPage && !isFetchingNextPage ? fetchNextPage : null,
    isLost: currentId !== null && !isHere.has(currentId) && !sent.includes(currentId),
  };
}

/** Registers both commands while the editor is shown, as they can be run at the time. Shows nothing. */
export function SkipCommands() {
  const actions = useEditorActions();
  const { currentRifffId, inDraftState, isSetAside } = useSnapshot(draft);
  const { rifffs, jamId, older, isLost } = useOwnHistory(inDraftState ? null : currentRifffId);
  const { at, last } = skipPlace({
    ids: rifffs.map(({ rifff }) => rifff._id),
    currentId: inDraftState ? null : currentRifffId,
    isSetAside,
  });
  /** The index that was skipped to and is still being fetched, or null. */
  const going = useRef<number | null>(null);

  // The page before is fetched when the end of the known ones comes near, so that the way back goes on.
  const isNearEnd = at <= 2 || isLost;
  useEffect(() => {
    if (isNearEnd) void older?.();
  }, [isNearEnd, older]);

  const skip = async (step: 1 | -1) => {
    const to = (going.current ?? at) + step;
    if (to < 0 || to > last) return;
    going.current = to;
    const wanted = rifffs[to];
    const whole = wanted && (await withWholeLoops({ ...wanted.rifff, jamId }));
    if (going.current !== to) return;
    going.current = null;
    if (whole) showCommitted(whole, jamId, wanted.title);
    else backToDraft();
    actions.afterSkip();
  };
  useSkipCommands({ canBack: at > 0, canForward: at < last, skip: (step) => void skip(step) });
  return null;
}
