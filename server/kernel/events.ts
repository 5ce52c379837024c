/**
 * What happens on the server, by name: the module where it happens tells, and any module that declares it hears. Two
 * kinds: what is heard inside the transaction, and what is heard after the commit, on this node alone. What must not be
 * lost in a crash is a row that the first kind writes, and a job that looks for such rows.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Queries } from '../ports/database/database.ts';
import type { ShareRow } from '../ports/database/schema.ts';
import type { NoticeRow, RifffRow } from '../ports/database/schemaJams.ts';

type Share = Pick<ShareRow, 'id' | 'userId' | 'jamId' | 'rifffId'>;

/** Times (`created`, `nowMs`) are milliseconds since the epoch. */
interface InTransaction {
  /** A rifff that a person made is stored. */
  committed: {
    readonly rifff: Pick<RifffRow, 'userId' | 'parentJamId' | 'parentId'>;
    readonly nowMs: number;
  };
  /** `count`: likes of the share with this one. */
  liked: {
    readonly share: Share;
    readonly userId: string;
    readonly created: number;
    readonly count: number;
  };
  /** `text`: as it was typed. */
  commented: {
    readonly share: Share;
    readonly id: string;
    readonly userId: string;
    readonly created: number;
    readonly text: string;
  };
  commentRemoved: { readonly commentId: string };
  /** `week`: the day on which the week began, such as 2026-11-16. */
  weekWon: { readonly share: Share; readonly week: string; readonly created: number };
}

interface AfterCommit {
  /** A notice is stored: the account that it is for can be told. */
  notice: NoticeRow;
  /** A rifff is stored in a jam (short id). */
  stored: { readonly jamId: string; readonly userId: string };
  /** A rifff is shared. */
  shared: { readonly shareId: string };
  /** An account was closed. */
  closed: { readonly userId: string };
}

/** What a module hears. */
export interface Listeners {
  /** Inside the transaction: what throws undoes it. Answers the notice that it stored, if any. */
  readonly inTransaction?: {
    readonly [K in keyof InTransaction]?: (
      queries: Queries,
      event: InTransaction[K],
    ) => Promise<void> | Promise<NoticeRow | null>;
  };
  /** After the commit: it is not waited for, and what it throws goes to the log. */
  readonly afterCommit?: { readonly [K in keyof AfterCommit]?: (event: AfterCommit[K]) => void };
}

export interface Events {
  /** Adds a module that hears. For the kernel. */
  hear(listeners: Listeners): void;
  /**
   * Tells what happens inside its transaction, to one module after the other.
   * @returns the notices that were stored, to be told as `notice` after the commit
   */
  within<K extends keyof InTransaction>(
    queries: Queries,
    name: K,
    event: InTransaction[K],
  ): Promise<NoticeRow[]>;
  /** Tells what is stored. Never throws and never waits. */
  tell<K extends keyof AfterCommit>(name: K, event: AfterCommit[K]): void;
  /** Tells of each of these notices. */
  tellAll(notices: readonly NoticeRow[]): void;
}

/** The events of one server; nothing hears them yet. @param log of what listeners throw after a commit */
export function createEvents(log?: Pick<FastifyBaseLogger, 'error'>): Events {
  const all: Listeners[] = [];
  const events: Events = {
    hear: (listeners) => void all.push(listeners),
    async within(queries, name, event) {
      const notices: NoticeRow[] = [];
      for (const { inTransaction } of all) {
        const notice = await inTransaction?.[name]?.(queries, event);
        if (notice) notices.push(notice);
      }
      return notices;
    },
    tell(name, event) {
      for (const { afterCommit } of all) {
        try {
          afterCommit?.[name]?.(event);
        } catch (error) {
          log?.error({ err: error, event: name }, 'an event was not heard');
        }
      }
    },
    tellAll(notices) {
      for (const notice of notices) events.tell('notice', notice);
    },
  };
  return events;
}
