import { io, type Socket } from 'socket.io-client';
import type { JamEvent } from '../../src/data/contract/live.ts';
import {
  type CaughtUp,
  onAnnounced,
  onEntered,
  onFailed,
  onPage,
  onRetry,
  startCatchUp,
} from '../../src/data/rules/jam/catchUp.ts';
import type { TestAccount } from './accounts.ts';

const ANSWER_MS = 5000;
const AGAIN_MS = 200;

/**
 * One of several clients in a room, on the rules by which pages catch up. It connects only when it is told to, and keeps
 * what it heard through every connection.
 */
export class RoomClient {
  readonly account: TestAccount;
  readonly jamId: string;
  /** What was passed on, in its order. */
  readonly held: JamEvent[] = [];
  /** Numbers that a socket was told of, passed on or not, since it was connected last. */
  told: number[] = [];
  /** Why it was put out since it was connected last. */
  outReason: string | null = null;
  isIn = false;
  #state = startCatchUp(0);
  #socket: Socket | undefined;
  #url = '';

  constructor(account: TestAccount, jamId: string) {
    this.account = account;
    this.jamId = jamId;
  }

  /** Connects to a node and enters the room. @returns the code of the refusal, or null */
  async connect(url: string): Promise<string | null> {
    this.cut();
    this.told = [];
    this.outReason = null;
    this.#url = url;
    const credential = this.account.headers.authorization.replace('Bearer ', '');
    const settings = { transports: ['websocket'], reconnection: false, forceNew: true };
    const socket = io(url, { ...settings, auth: { credential } });
    this.#socket = socket;
    const isCurrent = () => this.#socket === socket;
    socket.on('events', ({ events }: { events: JamEvent[] }) => {
      if (!isCurrent()) return;
      this.told.push(...events.map(({ number }) => number));
      this.#take(onAnnounced(this.#state, events));
    });
    socket.on('out', ({ reason }: { reason: string }) => {
      if (!isCurrent()) return;
      this.outReason = reason;
      this.isIn = false;
    });
    socket.on('disconnect', () => {
      if (isCurrent()) this.isIn = false;
    });
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      const since = this.#state.last;
      const answer = await socket
        .timeout(ANSWER_MS)
        .emitWithAck('enter', { jamId: this.jamId, since });
      if (!isCurrent()) return 'cut';
      if (!answer.ok) {
        this.cut();
        return answer.code;
      }
      if (this.outReason === null) this.isIn = true;
      this.#take(onEntered(this.#state, since, answer.last));
      return null;
    } catch {
      if (isCurrent()) this.cut();
      return 'unavailable';
    }
  }

  /** Ends the connection without a word. */
  cut(): void {
    this.isIn = false;
    this.#socket?.disconnect();
    this.#socket = undefined;
    // A page that was asked for over the old line may come or not.
    this.#state = onFailed(this.#state);
  }

  #take(result: CaughtUp): void {
    this.#state = result.state;
    this.held.push(...result.deliver);
    if (result.ask !== null) void this.#ask(result.ask);
  }

  async #ask(since: number): Promise<void> {
    const socket = this.#socket;
    const isCurrent = () => socket !== undefined && this.#socket === socket;
    try {
      const answer = await fetch(
        `${this.#url}/api/jam/${this.jamId}/events?since=${since}&limit=5`,
        { headers: this.account.headers },
      );
      const body = (await answer.json()) as { data: { events: JamEvent[]; last: number } };
      if (!answer.ok) throw new Error('refused');
      if (isCurrent()) this.#take(onPage(this.#state, since, body.data));
    } catch {
      if (!isCurrent()) return;
      this.#state = onFailed(this.#state);
      setTimeout(() => isCurrent() && this.isIn && this.#take(onRetry(this.#state)), AGAIN_MS);
    }
  }
}
