import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type DataOf, lookUp } from '../client.ts';
import type { AccessRightsBody, Profile, ProfileBody } from '../contract/accounts.ts';
import { ACCOUNT_CALLS, AUTH_CALLS } from '../contract/calls.ts';
import { ApiError } from '../contract/errors.ts';
import { type Received, receiveFile } from '../receiveFile.ts';
import { sendForm } from '../sendForm.ts';

/** The largest picture that is taken. */
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024;

/** Where the account is signed in. Keys of a member's own data begin with `account`. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async ({ signal }) => (await call(AUTH_CALLS.sessions, {}, signal)).sessions,
});

/** Changes the profile of the account. */
export function changeProfile(body: ProfileBody): Promise<Profile> {
  return call(ACCOUNT_CALLS.changeProfile, { body });
}

/** Access rights were asked for, and no answer came. */
export class AccessRightsError extends ApiError {
  constructor(cause: ApiError) {
    super('unavailable', 'The access rights could not be looked up', cause, 0);
    this.name = 'AccessRightsError';
  }
}

/** Who may use what the account makes from now on. Fails as `AccessRightsError` without an answer. */
export const accessRightsQuery = queryOptions({
  queryKey: ['accessRights'],
  queryFn: ({ signal }) => lookUp(call(ACCOUNT_CALLS.accessRights, {}, signal), AccessRightsError),
  staleTime: 30_000,
});

/** Changes who may use what the account makes from now on. Fails with the ApiError of the call. */
export function useChangeAccessRights() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: AccessRightsBody) => call(ACCOUNT_CALLS.changeAccessRights, { body }),
    onSuccess: (rights) => queries.setQueryData(accessRightsQuery.queryKey, rights),
  });
}

/** Sends a picture of the account: PNG, JPEG, WebP, GIF or AVIF of at most 5 MB. */
export async function uploadAvatar(userId: string, picture: File): Promise<void> {
  const form = new FormData();
  form.set('group', 'avatars');
  form.set('name', userId);
  form.set('image', picture, picture.name);
  await sendForm(ACCOUNT_CALLS.uploadImage, { query: { group: 'avatars', name: userId } }, form);
}

/** Takes the picture of the account away; the initial stands in its place. */
export function removeAvatar(): Promise<Profile> {
  return call(ACCOUNT_CALLS.removeAvatar);
}

/**
 * Pins a track to the profile in place of the one before.
 * @param form of `trackForm`
 */
export async function pinTrack(
  form: FormData,
  onProgress: (sentBytes: number, totalBytes: number) => void,
): Promise<void> {
  await sendForm(ACCOUNT_CALLS.pinTrack, {}, form, { onProgress });
}

/** Takes the pinned track off the profile. */
export function unpinTrack(): Promise<Profile> {
  return call(ACCOUNT_CALLS.unpinTrack);
}

/** Signs one device out. */
export async function endSession(id: string): Promise<void> {
  await call(AUTH_CALLS.endSession, { params: { id } });
}

/** Signs every other device out. @returns how many there were */
export async function endOtherSessions(): Promise<number> {
  return (await call(AUTH_CALLS.endOtherSessions)).ended;
}

/** Everything that the account owns, as one file of JSON with a row on each line. */
export function exportAccount(onProgress: (received: Received) => void): Promise<Blob> {
  return receiveFile(ACCOUNT_CALLS.exportAccount, onProgress);
}

/** Sets a new password. @returns the new session: every other one has ended */
export function changePassword(body: {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}): Promise<DataOf<'passwordChange'>> {
  return call(AUTH_CALLS.passwordChange, { body });
}

/** Closes the account for good; what it owns is removed after the answer. */
export async function deleteAccount(password: string | undefined): Promise<void> {
  await call(ACCOUNT_CALLS.deleteAccount, { body: { password } });
}
