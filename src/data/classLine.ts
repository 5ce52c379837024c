/**
 * Keeps what the class of this page's pupil lets them do: asked for at once and after each connection, and told by a line
 * of its own, which is open in every window, with or without a room.
 */
import type { Socket } from 'socket.io-client';
import { call } from './client.ts';
import type { ClassMay } from './contract/auth.ts';
import { CLASS_CALLS } from './contract/classCalls.ts';
import { ApiError } from './contract/errors.ts';
import { keepUser } from './keptUser.ts';
import { openSocket } from './openSocket.ts';
import { onUser, session, setClassMay } from './stores/session.ts';

/** Where no line comes through, as behind some filters of schools, the class is asked for this often. */
const ASK_MS = 10_000;
/** After the server ended the line. */
const AGAIN_MS = 2000;

/** Puts in place what the server has told, for this page and for the next start without a network. */
function noteClass(may: ClassMay): void {
  setClassMay(may);
  if (!session.user) return;
  const { settings: _, ...user } = session.user;
  keepUser(user);
}

/**
 * Follows the class of the pupil who is signed in.
 * @param onRefused the card ended, the account is out of the class, or another tab signed out
 * @returns what ends that
 */
export function followOwnClass(onRefused: () => void): () => void {
  let isOver = false;
  let socket: Socket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** As told last; null before the first answer. */
  let known: ClassMay | null = null;
  let isAsking = false;
  /** The answer that is on its way may be older than what was told meanwhile. */
  let isStale = false;

  const note = (may: ClassMay) => {
    if (isOver) return;
    known = may;
    isStale = true;
    noteClass(may);
  };
  const ask = async () => {
    isStale = true;
    if (isAsking) return;
    isAsking = true;
    try {
      let may: ClassMay | null = null;
      while (isStale && !isOver) {
        isStale = false;
        may = await call(CLASS_CALLS.ownClass);
      }
      if (may) note(may);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404 && !isOver) onRefused();
    } finally {
      isAsking = false;
    }
  };
  const again = (line: Socket) => {
    clearTimeout(timer);
    timer = setTimeout(() => !isOver && line.connect(), AGAIN_MS);
  };
  const open = async () => {
    const line = await openSocket();
    if (isOver) return line.disconnect();
    socket = line;
    line.on('connect', () => void ask());
    line.on('class', note);
    line.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') again(line);
    });
    line.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      const code = error.data?.code;
      if (isOver) return;
      if (code === 'unauthorised' || code === 'forbidden') onRefused();
      else if (!line.active) again(line);
    });
    return line;
  };

  void ask();
  open().catch((error) => console.warn('The line of the class could not be opened', error));
  // The session was asked for, and its answer may be older than the line's news.
  const stop = onUser((user) => {
    const may = user?.pupilOf;
    const isSame = ({ isOpen, isMuted, isPaused }: ClassMay) =>
      isOpen === may?.isOpen && isMuted === may.isMuted && isPaused === may.isPaused;
    if (may && known && !isSame(known)) void ask();
  });
  const asking = setInterval(() => socket?.connected || void ask(), ASK_MS);
  return () => {
    isOver = true;
    stop();
    clearTimeout(timer);
    clearInterval(asking);
    socket?.disconnect();
  };
}
