import type { Socket } from 'socket.io';
import type { Queries } from '../../ports/database/database.ts';
import { findRows } from '../../ports/database/rows.ts';
import type { Caller } from './admission.ts';

/**
 * Whom each listener of this node has blocked: they are not told of their touches and knocks. Kept for those alone who
 * block a person, so that it costs the others nothing.
 */
export class Hearing {
  readonly #blocked = new Map<Socket, ReadonlySet<string>>();
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Reads anew whom these have blocked; a few hundred at a time. */
  async read(sockets: readonly Socket[]): Promise<void> {
    const personOf = (socket: Socket) => (socket.data as Caller).identity?.userId;
    const users = [...new Set(sockets.flatMap((socket) => personOf(socket) ?? []))];
    if (users.length === 0) return;
    const columns = ['userId', 'blockedId'] as const;
    const rows = await findRows(this.#queries, 'blocks', { userId: users }, columns);
    const byUser = Map.groupBy(rows, ({ userId }) => userId);
    for (const socket of sockets) {
      const found = byUser.get(personOf(socket) ?? '');
      if (found && socket.connected) {
        this.#blocked.set(socket, new Set(found.map(({ blockedId }) => blockedId)));
      } else this.#blocked.delete(socket);
    }
  }

  forget(socket: Socket): void {
    this.#blocked.delete(socket);
  }

  /** Those of a room who do not hear all of these people, with whom they do not. */
  deafTo(
    { windows }: { readonly windows: ReadonlyMap<Socket, unknown> },
    users: readonly string[],
  ): [Socket, ReadonlySet<string>][] {
    return [...this.#blocked].filter(
      ([socket, blocked]) => windows.has(socket) && users.some((user) => blocked.has(user)),
    );
  }
}
