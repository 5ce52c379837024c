import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ImportedName } from '../../../data/contract/accountOptions.ts';
import { ApiError } from '../../../data/contract/errors.ts';
import type { Jam, TreeNode } from '../../../data/contract/jams.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { DraftDocument, JamTarget } from '../../../data/device.ts';
import { listDrafts } from '../../../data/drafts.ts';
import { goesTo } from '../../../data/outbox/rules.ts';
import { jamQuery, jamRifffsQuery, refreshJams, rifffsOf } from '../../../data/queries/jams.ts';
import { inDraftState, usedSlots } from '../../../data/rules/draft/draft.ts';
import type { HistoryChoice } from '../../../data/rules/jam/historyFilter.ts';
import { commit, startCommits } from '../../../data/stores/commit.ts';
import type { CommitEntry } from '../../../data/stores/commitState.ts';
import { draft } from '../../../data/stores/draft.ts';
import { session } from '../../../data/stores/session.ts';
import { ui } from '../../../data/stores/ui.ts';
import type { PageSource } from '../../kit/QueryList.tsx';
import { onPage } from '../../parts/page/page.ts';
import { type HistoryEntry, historyEntries } from '../history/historyEntry.ts';
import { useJamTree } from '../history/useJamTree.ts';

export interface JamView {
  /** The jam asked for; null for a visitor's own. */
  id: string | null;
  jam: Jam | undefined;
  isOwn: boolean;
  /** Oldest first, commits that wait included. */
  entries: HistoryEntry[];
  total: number;
  state: 'loading' | 'offline' | 'failed' | 'missing' | 'ready';
  /** The rifffs before those of `entries`. */
  older: PageSource;
  retry(): void;
  /** Why it has failed. */
  error: unknown;
  /** Every rifff of the history that the tree knows, oldest first; null while it is not known. */
  tree: readonly TreeNode[] | null;
  /** Ids of those that the filter leaves; null while nothing is narrowed, or it is not known yet. */
  matches: ReadonlySet<string> | null;
  /** Number of each rifff of the whole tree, from 1; empty until it is known. */
  numbers: ReadonlyMap<string, number>;
  /** Everybody who made something here, by user id, with what they are called. */
  makers: ReadonlyMap<string, ImportedName | undefined>;
  filter: HistoryChoice;
  setFilter(filter: HistoryChoice): void;
  /** Asks for rifffs that only the tree knows, by id. */
  need(ids: readonly string[]): void;
}

/** The tree of a jam, and what narrows it. */
export type HistoryView = Pick<
  JamView,
  'tree' | 'matches' | 'numbers' | 'makers' | 'filter' | 'setFilter' | 'need'
>;

/** Stands in an address for the reader's own jam. It is shorter than any name of an account. */
const OWN = 'me';
const NO_PAGES: never[] = [];

/** A jam with its history, as the reader may see it. `asked` is the name in the address, if there is one. */
export function useJam(asked: string | undefined): JamView {
  const { status, user } = useSnapshot(session);
  const { isOnline } = useSnapshot(ui);
  const { entries: outbox, sent } = useSnapshot(commit);
  const queries = useQueryClient();
  const account = user?.user_id ?? null;
  // A guest of a room has no jam of their own, as a visitor has none.
  const own = user?.guestOf === undefined ? account : null;
  const id = asked === OWN ? own : (asked ?? own);
  const isOwn = id === own;
  const enabled = id !== null && status !== 'unknown';
  const jam = useQuery({ ...onPage(jamQuery(id ?? '')), enabled });
  const rifffs = useInfiniteQuery({ ...onPage(jamRifffsQuery(id ?? '')), enabled });
  const { refetch: refetchRifffs } = rifffs;
  const past = useJamTree(id ?? '', enabled);
  const { extra, numbers } = past;
  const { refetch: refetchJam } = jam;

  useEffect(() => void startCommits(), []);
  useEffect(() => {
    if (sent.length > 0) void refreshJams(queries);
  }, [queries, sent]);

  const pages = rifffs.data?.pages ?? NO_PAGES;
  const total = pages[0]?.total ?? 0;
  const jamId = jam.data?.id ?? id;
  const guestOf = user?.guestOf;
  /** Commits of this device that the list of the jam has not shown yet, by their ids. */
  const coming = useRef(new Map<string, CommitEntry>());
  const entries = useMemo(() => {
    const isMine = (entry: CommitEntry) => entry.account === null || entry.account === account;
    const comesHere = ({ target }: CommitEntry) => {
      const room = goesTo(target, guestOf);
      return room === null ? isOwn : room.jamId === jamId;
    };
    const waiting = (outbox as CommitEntry[]).filter((one) => isMine(one) && comesHere(one));
    const all = rifffsOf([...pages, { rifffs: extra }]);
    // One that has left the outbox stays until the list that has it is read.
    for (const entry of waiting) coming.current.set(entry.id, entry);
    for (const { _id } of all) coming.current.delete(_id);
    for (const id of coming.current.keys()) {
      const isThere = waiting.some((entry) => entry.id === id) || sent.includes(id);
      if (!isThere) coming.current.delete(id);
    }
    return historyEntries(all, total, [...coming.current.values()], jamId, numbers);
  }, [pages, extra, numbers, total, outbox, sent, isOwn, account, guestOf, jamId]);

  const error = jam.error ?? rifffs.error;
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const isThere = entries.length > 0 || rifffs.isSuccess || (id === null && status !== 'unknown');
  return {
    id,
    jam: jam.data,
    isOwn,
    entries,
    total,
    state: isMissing
      ? 'missing'
      : isThere
        ? 'ready'
        : !isOnline
          ? 'offline'
          : error
            ? 'failed'
            : 'loading',
    ...past,
    older: {
      hasNextPage: rifffs.hasNextPage && past.tree === null,
      isFetchingNextPage: rifffs.isFetchingNextPage,
      isFetchNextPageError: rifffs.isFetchNextPageError,
      fetchStatus: rifffs.fetchStatus,
      fetchNextPage: rifffs.fetchNextPage,
    },
    error,
    retry: () => {
      void refetchJam();
      void refetchRifffs();
    },
  };
}

/** Where a room that one may answer in is the target of a rifff; null for one's own jam. */
export function targetOf(jam: Jam | undefined): JamTarget | null {
  return jam?.kind === 'room' && jam.mayAnswer ? { jamId: jam.id, name: jam.name } : null;
}

/** The editor with an empty rifff that goes to this jam. */
export function startPath({ jam }: Pick<JamView, 'jam'>): string {
  const room = targetOf(jam);
  return room ? `/jam?in=${encodeURIComponent(room.jamId)}` : '/jam';
}

/** The draft that waits in the editor. */
export interface OpenDraft {
  /** The rifff of a jam that it goes on from, or null. */
  parent: { jamId: string; rifffId: string } | null;
  loops: number;
}

/**
 * The draft that the editor would open with, while it holds something that was not committed and goes to this jam; else
 * null. Until the editor has taken it up it is only read, so that another window may.
 */
export function useOpenDraft({ jam, isOwn }: Pick<JamView, 'jam' | 'isOwn'>): OpenDraft | null {
  const now = useSnapshot(draft);
  const { user } = useSnapshot(session);
  const isWanted = isOwn || jam?.mayAnswer === true;
  const [stored, setStored] = useState<DraftDocument | null>(null);
  // A draft that was begun on this page, or was committed a moment ago, counts before one that the device keeps.
  const isRestored = now.isRestored || now.changes > 0 || now.currentRifffId !== null;
  useEffect(() => {
    if (!isWanted || isRestored) return;
    let isHere = true;
    listDrafts().then(
      ([newest]) => isHere && setStored(newest ?? null),
      (cause) => console.warn('The drafts of this device could not be read', cause),
    );
    return () => {
      isHere = false;
    };
  }, [isWanted, isRestored]);
  const rifff = isRestored ? (now.rifff as Rifff) : stored?.rifff;
  const isOpen = isRestored
    ? now.inDraftState
    : stored !== null && inDraftState(stored.rifff, stored.base ?? null);
  const target = goesTo((isRestored ? now.target : stored?.target) ?? null, user?.guestOf);
  const isHere = target === null ? isOwn : target.jamId === jam?.id;
  return useMemo(() => {
    if (!isWanted || !isHere || !isOpen || !rifff || usedSlots(rifff) === 0) return null;
    return { parent: rifff.parent ?? null, loops: usedSlots(rifff) };
  }, [isWanted, isHere, isOpen, rifff]);
}
