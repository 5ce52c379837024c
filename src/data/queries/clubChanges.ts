/** What is done to clubs. Each fails with the ApiError of its call; without a network at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../client.ts';
import { CLUB_CALLS } from '../contract/clubCalls.ts';
import type { ClubCode, ClubPage } from '../contract/clubs.ts';
import { sendForm } from '../sendForm.ts';
import { clubCodesQuery, clubQuery, refreshClubs, setClub, showClub } from './clubs.ts';

const AT_ONCE = { networkMode: 'always' } as const;

type NewClub = CallInput<'createClub'>['body'];
type ClubChanges = CallInput<'changeClub'>['body'];
type NewChannel = CallInput<'createChannel'>['body'];
type ChannelChanges = CallInput<'changeChannel'>['body'];
type NewClubCode = CallInput<'makeClubCode'>['body'];

/** Makes a club, which its page then has already. */
export function useCreateClub() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: (body: NewClub) => call(CLUB_CALLS.createClub, { body }),
    onSuccess: ({ club }) => {
      setClub(queries, club);
      void refreshClubs(queries);
    },
  });
}

/** Joins by a code. */
export function useJoinByClubCode() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: (code: string) => call(CLUB_CALLS.joinClubByCode, { params: { code } }),
    onSuccess: ({ club }) => {
      setClub(queries, club);
      void refreshClubs(queries);
    },
  });
}

/**
 * Joins an open club, leaves one, brings a deleted one back. A member who leaves goes out before the pages are renewed.
 */
export function useClubMembership(id: string) {
  const queries = useQueryClient();
  const params = { id };
  const answered = (club: ClubPage) => {
    setClub(queries, club);
    void refreshClubs(queries);
  };
  const join = useMutation({
    ...AT_ONCE,
    mutationFn: () => call(CLUB_CALLS.joinClub, { params }),
    onSuccess: ({ club }) => answered(club),
  });
  const leave = useMutation({
    ...AT_ONCE,
    mutationFn: () => call(CLUB_CALLS.leaveClub, { params }),
  });
  const restore = useMutation({
    ...AT_ONCE,
    mutationFn: () => call(CLUB_CALLS.restoreClub, { params }),
    onSuccess: answered,
  });
  return { join, leave, restore };
}

export type ClubPicture = 'icon' | 'banner';

/** What the owner of a club does to it as a whole. */
export function useClubChanges(id: string) {
  const queries = useQueryClient();
  const params = { id };
  const renew = () => refreshClubs(queries);
  const change = useMutation({
    ...AT_ONCE,
    mutationFn: (body: ClubChanges) => call(CLUB_CALLS.changeClub, { params, body }),
    onSuccess: (club) => {
      setClub(queries, club);
      void renew();
    },
  });
  /** A picture as icon or banner, null for none. */
  const picture = useMutation({
    ...AT_ONCE,
    mutationFn: ({ which, file }: { which: ClubPicture; file: Blob | null }) => {
      const isIcon = which === 'icon';
      if (!file) {
        return isIcon
          ? call(CLUB_CALLS.removeClubIcon, { params })
          : call(CLUB_CALLS.removeClubBanner, { params });
      }
      const form = new FormData();
      form.set('file', file, which);
      return isIcon
        ? sendForm(CLUB_CALLS.clubIcon, { params }, form)
        : sendForm(CLUB_CALLS.clubBanner, { params }, form);
    },
    onSuccess: ({ iconUrl, bannerUrl }) => {
      queries.setQueryData(
        clubQuery(id).queryKey,
        (club) => club && { ...club, iconUrl, bannerUrl },
      );
      void renew();
    },
  });
  const passOn = useMutation({
    ...AT_ONCE,
    mutationFn: (userId: string) => call(CLUB_CALLS.passOnClub, { params, body: { userId } }),
    onSuccess: (club) => {
      setClub(queries, club);
      void renew();
    },
  });
  const remove = useMutation({
    ...AT_ONCE,
    mutationFn: () => call(CLUB_CALLS.deleteClub, { params }),
    onSuccess: ({ closes }) => {
      queries.setQueryData(clubQuery(id).queryKey, (club) => club && { ...club, closes });
      void renew();
    },
  });
  return { change, picture, passOn, remove };
}

/** Makes, changes and deletes the channels of a club. */
export function useChannelChanges(id: string) {
  const queries = useQueryClient();
  const shared = { ...AT_ONCE, onSuccess: () => refreshClubs(queries) };
  const create = useMutation({
    ...shared,
    mutationFn: (body: NewChannel) => call(CLUB_CALLS.createChannel, { params: { id }, body }),
  });
  const change = useMutation({
    ...shared,
    mutationFn: ({ jamId, ...body }: ChannelChanges & { jamId: string }) =>
      call(CLUB_CALLS.changeChannel, { params: { id, jamId }, body }),
  });
  const remove = useMutation({
    ...shared,
    mutationFn: (jamId: string) => call(CLUB_CALLS.deleteChannel, { params: { id, jamId } }),
  });
  return { create, change, remove };
}

interface Somebody {
  userId: string;
  displayName: string;
}

/**
 * Roles, blocks and their ends: shown at once, and put back when the server refuses them.
 * @param onRefused told of the ApiError of the call
 */
export function usePeopleChanges(id: string, onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  const shared = {
    ...AT_ONCE,
    scope: { id: `club/${id}/people` },
    onError: (error: Error, _: unknown, putBack: (() => void) | undefined) => {
      putBack?.();
      onRefused(error);
    },
    onSettled: () => refreshClubs(queries),
  };
  const setRole = useMutation({
    ...shared,
    mutationFn: ({ userId, role }: { userId: string; role: 'moderator' | 'member' }) =>
      call(CLUB_CALLS.setClubRole, { params: { id, userId }, body: { role } }),
    onMutate: ({ userId, role }) =>
      showClub(
        queries,
        id,
        (club) => club,
        (one) => (one.userId === userId ? { ...one, role } : one),
      ),
  });
  const block = useMutation({
    ...shared,
    mutationFn: ({ userId }: Somebody) => call(CLUB_CALLS.blockInClub, { params: { id, userId } }),
    onMutate: ({ userId, displayName }) =>
      showClub(
        queries,
        id,
        (club) => ({
          ...club,
          memberCount: Math.max(0, club.memberCount - 1),
          blockedUsers: [...club.blockedUsers, { userId, displayName }],
        }),
        (one) => (one.userId === userId ? null : one),
      ),
  });
  const unblock = useMutation({
    ...shared,
    mutationFn: ({ userId }: Somebody) =>
      call(CLUB_CALLS.unblockInClub, { params: { id, userId } }),
    onMutate: ({ userId }) =>
      showClub(
        queries,
        id,
        (club) => ({
          ...club,
          blockedUsers: club.blockedUsers.filter((one) => one.userId !== userId),
        }),
        (one) => one,
      ),
  });
  return { setRole, block, unblock };
}

/**
 * Makes codes of a club and takes them back, which is shown at once.
 * @param onRefused told of the ApiError where one was not taken back; its row may have gone meanwhile
 */
export function useClubCodeChanges(id: string, onRefused: (error: Error) => void = () => {}) {
  const queries = useQueryClient();
  const { queryKey } = clubCodesQuery(id);
  const onSettled = () => refreshClubs(queries);
  const make = useMutation({
    ...AT_ONCE,
    mutationFn: (body: NewClubCode) => call(CLUB_CALLS.makeClubCode, { params: { id }, body }),
    onSuccess: (made) => {
      queries.setQueryData<ClubCode[]>(queryKey, (codes) => codes && [made, ...codes]);
    },
    onSettled,
  });
  const end = useMutation({
    ...AT_ONCE,
    mutationFn: (code: string) => call(CLUB_CALLS.endClubCode, { params: { id, code } }),
    onMutate: async (code) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<ClubCode[]>(queryKey);
      queries.setQueryData<ClubCode[]>(queryKey, (codes) =>
        codes?.filter((one) => one.code !== code),
      );
      return () => queries.setQueryData(queryKey, before);
    },
    onError: (error, _code, putBack) => {
      putBack?.();
      onRefused(error);
    },
    onSettled,
  });
  return { make, end };
}
