import { queryOptions } from '@tanstack/react-query';
import { call, callForm, type DataOf } from '../client.ts';
import type { AccessRightsBody, Profile, ProfileBody } from '../contract/accounts.ts';
import { sendForm } from '../sendForm.ts';

/** Where an avatar is sent, and the largest picture that is taken there. */
const UPLOAD_PATH = '/api/v3/image/upload';
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024;

/** Where the account is signed in. Keys of a member's own data begin with `account` and who it is. */
export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'sessions'],
    queryFn: async ({ signal }) =>
      (await call({ name: 'sessions', method: 'GET', path: '/accounts/sessions' }, {}, signal))
        .sessions,
  });
}

/** Changes the profile of the account. */
export function changeProfile(body: ProfileBody): Promise<Profile> {
  return call({ name: 'changeProfile', method: 'POST', path: '/accounts/profile' }, { body });
}

/** Changes who may use what the account makes from now on. */
export function changeAccessRights(body: AccessRightsBody): Promise<DataOf<'accessRights'>> {
  return call(
    { name: 'changeAccessRights', method: 'POST', path: '/accounts/my-access-rights' },
    { body },
  );
}

/** Sends a picture of the account: PNG, JPEG, WebP, GIF or AVIF of at most 5 MB. */
export async function uploadAvatar(userId: string, picture: File): Promise<void> {
  const form = new FormData();
  form.set('group', 'avatars');
  form.set('name', userId);
  form.set('image', picture, picture.name);
  const search = new URLSearchParams({ group: 'avatars', name: userId });
  await callForm('uploadAvatar', `${UPLOAD_PATH}?${search}`, form);
}

/** Takes the picture of the account away; the initial stands in its place. */
export function removeAvatar(): Promise<Profile> {
  return call({ name: 'removeAvatar', method: 'DELETE', path: '/accounts/avatar' });
}

/**
 * Pins a track to the profile in place of the one before.
 * @param form of `trackForm`
 */
export async function pinTrack(
  form: FormData,
  onProgress: (sentBytes: number, totalBytes: number) => void,
): Promise<void> {
  await sendForm('pinTrack', '/api/accounts/profile/track', form, { onProgress });
}

/** Takes the pinned track off the profile. */
export function unpinTrack(): Promise<Profile> {
  return call({ name: 'unpinTrack', method: 'DELETE', path: '/accounts/profile/track' });
}

/** Signs one device out. */
export async function endSession(id: string): Promise<void> {
  await call(
    { name: 'endSession', method: 'DELETE', path: '/accounts/sessions/:id' },
    { params: { id } },
  );
}

/** Signs every other device out. @returns how many there were */
export async function endOtherSessions(): Promise<number> {
  const path = '/accounts/sessions';
  return (await call({ name: 'endOtherSessions', method: 'DELETE', path })).ended;
}

/** Everything that the account owns, as one document. */
export function exportAccount(): Promise<DataOf<'exportAccount'>> {
  return call({ name: 'exportAccount', method: 'GET', path: '/accounts/export' });
}

/** Sets a new password. @returns the new session: every other one has ended */
export function changePassword(body: {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}): Promise<DataOf<'passwordChange'>> {
  return call({ name: 'passwordChange', method: 'POST', path: '/auth/password-change' }, { body });
}

/** Deletes the account for good. */
export async function deleteAccount(password: string): Promise<void> {
  await call(
    { name: 'deleteAccount', method: 'POST', path: '/accounts/delete' },
    { body: { password } },
  );
}
