/** The classes of a teacher, and what is done in them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type DataOf } from '../client.ts';
import { CLASS_CALLS } from '../contract/classCalls.ts';
import type { ClassPage } from '../contract/classes.ts';
import { type Received, receiveFile } from '../receiveFile.ts';

const CLASSES = 'classes';
/** Who is where is asked for again this often while a class is looked at. */
const AGAIN_MS = 10_000;
const FRESH_MS = 60_000;

/** Classes of the reader, newest first, and whether they may make some. */
export const classesQuery = queryOptions({
  queryKey: [CLASSES],
  queryFn: ({ signal }) => call(CLASS_CALLS.classes, {}, signal),
  staleTime: FRESH_MS,
});

/** A class with its pupils. */
export const classPageQuery = (id: string) =>
  queryOptions({
    queryKey: [CLASSES, id],
    queryFn: ({ signal }) => call(CLASS_CALLS.classPage, { params: { id } }, signal),
    refetchInterval: AGAIN_MS,
  });

/** The class of the pupil who reads. */
export const ownClassQuery = queryOptions({
  queryKey: ['ownClass'],
  queryFn: ({ signal }) => call(CLASS_CALLS.ownClass, {}, signal),
  staleTime: FRESH_MS,
});

/** Whose account a link gives away; asked once, for it changes nothing. */
export const moveOfferQuery = (token: string) =>
  queryOptions({
    queryKey: [CLASSES, 'move', token],
    queryFn: ({ signal }) => call(CLASS_CALLS.moveOffer, { body: { token } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Makes a class with its pupils and channels. Fails with the ApiError of the call. */
export function useMakeClass() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: { name: string; names: string[]; channels: string[] }) =>
      call(CLASS_CALLS.makeClass, { body }),
    onSuccess: ({ class: made }) => {
      queries.setQueryData(classPageQuery(made.id).queryKey, made);
      return queries.invalidateQueries({ queryKey: [CLASSES], exact: true });
    },
  });
}

/** What a teacher does in a class; each rejects with the ApiError of its call. */
export interface ClassDeeds {
  change(body: { name?: string; isOpen?: boolean; isPaused?: boolean }): Promise<unknown>;
  addPupils(names: string[]): Promise<DataOf<'addPupils'>>;
  changePupil(userId: string, body: { name?: string; isMuted?: boolean }): Promise<unknown>;
  removePupil(userId: string): Promise<unknown>;
  /** @returns a link that makes the account the pupil's own */
  movePupil(userId: string): Promise<DataOf<'movePupil'>>;
  /** @param userIds left out: all */
  makeCards(userIds?: string[]): Promise<DataOf<'makeCards'>>;
  endCards(userIds?: string[]): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** The deeds of a class; what shows it has the outcome before they resolve. */
export function useClassDeeds(id: string): ClassDeeds {
  const queries = useQueryClient();
  const { queryKey } = classPageQuery(id);
  const params = { id };
  /** An older answer that is on its way must not take the place of this one. */
  const shown = async (asked: Promise<ClassPage>) => {
    const page = await asked;
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, page);
    void queries.invalidateQueries({ queryKey: [CLASSES], exact: true });
  };
  const ofPupil = (userId: string) => ({ params: { id, userId } });
  return {
    change: (body) => shown(call(CLASS_CALLS.changeClass, { params, body })),
    async addPupils(names) {
      const made = await call(CLASS_CALLS.addPupils, { params, body: { names } });
      await shown(Promise.resolve(made.class));
      return made;
    },
    changePupil: (userId, body) =>
      shown(call(CLASS_CALLS.changePupil, { ...ofPupil(userId), body })),
    removePupil: (userId) => shown(call(CLASS_CALLS.removePupil, ofPupil(userId))),
    movePupil: (userId) => call(CLASS_CALLS.movePupil, ofPupil(userId)),
    async makeCards(userIds) {
      const made = await call(CLASS_CALLS.makeCards, { params, body: { userIds } });
      void queries.invalidateQueries({ queryKey });
      return made;
    },
    endCards: (userIds) => shown(call(CLASS_CALLS.endCards, { params, body: { userIds } })),
    async remove() {
      await call(CLASS_CALLS.deleteClass, { params });
      await queries.invalidateQueries({ queryKey: [CLASSES], exact: true });
    },
  };
}

/** Everything of a class and of its pupils, as a tar. @throws ApiError as `receiveFile` does */
export const exportClass = (id: string, onProgress: (received: Received) => void): Promise<Blob> =>
  receiveFile(CLASS_CALLS.exportClass, onProgress, { id });
