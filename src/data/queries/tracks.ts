/** Tracks of jams: whole pieces of sound that are no loops. */

import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, unreachable } from '../client.ts';
import { JAM_CALLS } from '../contract/calls.ts';
import { TRACK_LIST_PAGE } from '../contract/constants.ts';
import type { Track } from '../contract/uploads.ts';
import { readStoredCredential } from '../credential.ts';
import { newId } from '../rules/ids.ts';
import { sendForm } from '../sendForm.ts';
import { requireSpace } from '../storage.ts';

/** Tracks of a jam, newest first, page by page into the past, for the reader. */
export function jamTracksQuery(jamId: string) {
  return infiniteQueryOptions({
    queryKey: ['tracks', jamId],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Track[]> => {
      const { tracks } = await call(
        JAM_CALLS.jamTracks,
        { params: { id: jamId }, query: { fromCreatedTime: pageParam } },
        signal,
      );
      return tracks;
    },
    getNextPageParam: (last) => (last.length < TRACK_LIST_PAGE ? undefined : last.at(-1)!.created),
    staleTime: 30_000,
  });
}

/** A form with a track: its sound, and what it is called. */
export function trackForm(sound: Blob, name: string): FormData {
  const form = new FormData();
  form.set('metadata', JSON.stringify({ _id: newId(), name }));
  form.set('file', sound, 'track');
  return form;
}

/** Brings a track into a jam. @throws ApiError, `over_quota` before anything is sent where there is no room */
export async function addTrack(
  jamId: string,
  form: FormData,
  onProgress: (sentBytes: number, totalBytes: number) => void,
): Promise<void> {
  const file = form.get('file');
  if (file instanceof Blob) await requireSpace(file.size);
  await sendForm(JAM_CALLS.uploadTrack, { params: { id: jamId } }, form, { onProgress });
}

/** Takes a track out of a jam. */
export async function removeTrack(jamId: string, trackId: string): Promise<void> {
  await call(JAM_CALLS.removeTrack, { params: { id: jamId, trackId } });
}

/**
 * A file that only members get, for instance the sound of a track. @throws ApiError with status 0, or Error where there
 * is none
 */
export async function memberFile(url: string): Promise<Blob> {
  const headers = { authorization: `Bearer ${readStoredCredential() ?? ''}` };
  const answer = await fetch(url, { headers }).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  return answer.blob();
}
