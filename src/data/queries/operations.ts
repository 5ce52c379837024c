/** What administrators see of the server, and what they do to it. */
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../client.ts';
import { OPERATION_CALLS } from '../contract/operationCalls.ts';
import type { Mode } from '../contract/operations.ts';
import type { AuditAction } from '../contract/sharing.ts';

const OPERATIONS = 'operations';
/** What moves is asked for again this often while it is looked at. */
const AGAIN_MS = 5000;

export const serverFiguresQuery = queryOptions({
  queryKey: [OPERATIONS, 'server'],
  queryFn: ({ signal }) => call(OPERATION_CALLS.serverFigures, {}, signal),
});

export const jobFiguresQuery = queryOptions({
  queryKey: [OPERATIONS, 'jobs'],
  queryFn: async ({ signal }) => (await call(OPERATION_CALLS.jobFigures, {}, signal)).jobs,
  refetchInterval: AGAIN_MS,
});

export const mailFiguresQuery = queryOptions({
  queryKey: [OPERATIONS, 'mails'],
  queryFn: ({ signal }) => call(OPERATION_CALLS.mailFigures, {}, signal),
  refetchInterval: AGAIN_MS,
});

export const peopleFiguresQuery = queryOptions({
  queryKey: [OPERATIONS, 'people'],
  queryFn: ({ signal }) => call(OPERATION_CALLS.peopleFigures, {}, signal),
});

export const loadFiguresQuery = queryOptions({
  queryKey: [OPERATIONS, 'load'],
  queryFn: ({ signal }) => call(OPERATION_CALLS.loadFigures, {}, signal),
  refetchInterval: AGAIN_MS,
});

export const backupFiguresQuery = queryOptions({
  queryKey: [OPERATIONS, 'backups'],
  queryFn: ({ signal }) => call(OPERATION_CALLS.backupFigures, {}, signal),
  refetchInterval: AGAIN_MS,
});

export const announcementsQuery = queryOptions({
  queryKey: [OPERATIONS, 'announcements'],
  queryFn: ({ signal }) => call(OPERATION_CALLS.announcements, {}, signal),
});

/** What the audit is searched by; what is empty does not count. Times in ms since the epoch, `until` not included. */
export interface AuditSearch {
  readonly who: string;
  readonly action: AuditAction | '';
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** Lines of the audit, newest first, page by page. */
export const auditSearchQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: [OPERATIONS, 'audit', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(OPERATION_CALLS.auditSearch, { query: { ...search, after: pageParam } }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** Makes a call of an administrator; what shows its outcome is asked for again. Fails with the ApiError of the call. */
function useDeed<Task>(make: (task: Task) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: make,
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: ['site'] });
      await queries.invalidateQueries({ queryKey: [OPERATIONS] });
    },
  });
}

/** Begins a round of a job. */
export const useRunJob = () =>
  useDeed((name: string) => call(OPERATION_CALLS.runJob, { params: { name } }));

/** Sends one mail again, or all that were given up. */
export const useSendMailsAgain = () =>
  useDeed((id: string | undefined) => call(OPERATION_CALLS.sendMailsAgain, { body: { id } }));

export const useBackUpNow = () => useDeed<void>(() => call(OPERATION_CALLS.backUpNow));

/** Puts a line on every page; `ends` in ms since the epoch, null until it is ended. */
export const useAnnounce = () =>
  useDeed((body: { text: string; starts?: number | undefined; ends: number | null }) =>
    call(OPERATION_CALLS.announce, { body }),
  );

export const useEndAnnouncement = () =>
  useDeed((id: string) => call(OPERATION_CALLS.endAnnouncement, { params: { id } }));

export const useSetMode = () =>
  useDeed((mode: Mode) => call(OPERATION_CALLS.setMode, { body: { mode } }));
