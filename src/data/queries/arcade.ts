/** The arcade: its field, missions, runs, the board of the day, and claims by code. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../client.ts';
import { ARCADE_CALLS } from '../contract/arcadeCalls.ts';
import { ARCADE_DAYS, ARCADE_SIZE } from '../contract/constants.ts';
import { ApiError } from '../contract/errors.ts';
import { askAgainMs, isAskedAgain } from '../readRetry.ts';

/** A field and a mission never change once they were answered. */
const FOR_GOOD = { staleTime: Number.POSITIVE_INFINITY } as const;
const BOARD_FRESH_MS = 15_000;
/** How soon the kiosk sees that its code was used. */
const CLAIM_AGAIN_MS = 3000;
/** Without a network a change fails at once and says so; it does not wait for one. */
const AT_ONCE = { networkMode: 'always' } as const;

/**
 * The rifffs of the arcade today in the order of the field, as a page of the feed, so that likes find them. The key
 * begins as those of all shares do.
 */
export function arcadeQuery(days = ARCADE_DAYS, size = ARCADE_SIZE) {
  return queryOptions({
    queryKey: ['shares', 'arcade', days, size],
    queryFn: async ({ signal }) => ({
      rifffs: await call(ARCADE_CALLS.arcade, { query: { days, size } }, signal),
      isLastPage: true,
    }),
    staleTime: 60_000,
  });
}

/**
 * A mission with the field that it is played on.
 * @param seed `null` for the mission of the day by the clock of the server, which is asked for again now and then
 */
export function missionQuery(seed: string | null) {
  return queryOptions({
    queryKey: ['arcade', 'mission', seed],
    queryFn: ({ signal }) =>
      seed === null
        ? call(ARCADE_CALLS.missionToday, {}, signal)
        : call(ARCADE_CALLS.mission, { params: { seed } }, signal),
    ...(seed === null ? { staleTime: 60_000 } : FOR_GOOD),
  });
}

/**
 * The board of a day with the reader's own place.
 * @param day eight digits in UTC; left out: today
 */
export function boardQuery(day?: string) {
  return queryOptions({
    queryKey: ['arcade', 'board', day ?? 'today'],
    queryFn: ({ signal }) => call(ARCADE_CALLS.arcadeBoard, { query: { day } }, signal),
    staleTime: BOARD_FRESH_MS,
  });
}

/** One run with its moves. @throws ApiError not_found */
export function runQuery(id: string) {
  return queryOptions({
    queryKey: ['arcade', 'run', id],
    queryFn: ({ signal }) => call(ARCADE_CALLS.run, { params: { id } }, signal),
    staleTime: BOARD_FRESH_MS,
  });
}

/** The same for a kiosk that shows a code: asked again until the run has a player. */
export function claimedQuery(runId: string) {
  return queryOptions({
    ...runQuery(runId),
    refetchInterval: ({ state }) => (state.data?.player ? false : CLAIM_AGAIN_MS),
    staleTime: 0,
  });
}

/** What a claim code is about. @throws ApiError not_found once it is over or used */
export function claimQuery(code: string) {
  return queryOptions({
    queryKey: ['arcade', 'claim', code],
    queryFn: ({ signal }) => call(ARCADE_CALLS.claim, { params: { code } }, signal),
    enabled: code !== '',
    staleTime: 30_000,
  });
}

/** Begins a run. Fails with the ApiError of the call. */
export function useStartRun() {
  return useMutation({
    ...AT_ONCE,
    mutationFn: (body: CallInput<'startRun'>['body']) => call(ARCADE_CALLS.startRun, { body }),
  });
}

/**
 * Hands in a run; tried again while the server cannot be reached, for the same run again changes nothing. Fails with
 * the ApiError of the call.
 */
export function usePostRun() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    retry: isAskedAgain,
    retryDelay: askAgainMs,
    mutationFn: (body: CallInput<'postRun'>['body']) => call(ARCADE_CALLS.postRun, { body }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['arcade', 'board'] }),
  });
}

/** Keeps the rifff of an own run, and shares it. Fails with the ApiError of the call. */
export function useKeepRun() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: ({ id, ...body }: { id: string } & CallInput<'keepRun'>['body']) =>
      call(ARCADE_CALLS.keepRun, { params: { id }, body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['shares'] });
      void queries.invalidateQueries({ queryKey: ['arcade', 'run'] });
    },
  });
}

/**
 * Takes a run without an owner, by the token that this device has of it, and keeps its rifff. Where an earlier answer
 * was lost it is kept once more, which changes nothing. Fails with the ApiError of the call.
 */
export function useTakeRun() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: async (wish: { runId: string; token: string } & CallInput<'keepRun'>['body']) => {
      const { runId, token, ...body } = wish;
      try {
        const { code } = await call(ARCADE_CALLS.makeClaim, { body: { runId, token } });
        return await call(ARCADE_CALLS.useClaim, { params: { code }, body });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        return call(ARCADE_CALLS.keepRun, { params: { id: runId }, body });
      }
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['shares'] });
      void queries.invalidateQueries({ queryKey: ['arcade'] });
    },
  });
}

/** A code for a run without an owner. Fails with the ApiError of the call. */
export function useMakeClaim() {
  return useMutation({
    ...AT_ONCE,
    mutationFn: (body: CallInput<'makeClaim'>['body']) => call(ARCADE_CALLS.makeClaim, { body }),
  });
}

/** Takes the run of a code. Fails with the ApiError of the call. */
export function useClaim() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: ({ code, ...body }: { code: string } & CallInput<'useClaim'>['body']) =>
      call(ARCADE_CALLS.useClaim, { params: { code }, body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['shares'] });
      void queries.invalidateQueries({ queryKey: ['arcade'] });
    },
  });
}
