/**
 * Keeps what this page knows of the class of its pupil: asked for at once and after each connection, and told by a line of
 * its own, which is open in every window, with or without a room.
 */
import type { Socket } from 'socket.io-client';
import { call } from './client.ts';
import { CLASS_CALLS } from './contract/classCalls.ts';
import { ApiError } from './contract/errors.ts';
import type { ClassNews } from './contract/live.ts';
import { openSocket } from './openSocket.ts';
import { noteClassNews, setOwnClass } from './stores/ownClass.ts';

/** Where no line comes through, as behind some filters of schools, the class is asked for this often. */
const ASK_MS = 10_000;
/** After the server ended the line. */
const AGAIN_MS = 2000;

/**
 * Follows the class of the pupil who is signed in.
 * @param onRefused the card ended, the account is out of the class, or another tab signed out
 * @returns what ends that, and forgets the class
 */
export function followOwnClass(onRefused: () => void): () => void {
  let isOver = false;
  let socket: Socket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async () => {
    try {
      const known = await call(CLASS_CALLS.ownClass);
      if (!isOver) setOwnClass(known);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404 && !isOver) onRefused();
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
    line.on('class', (news: ClassNews) => {
      if (!isOver) noteClassNews(news);
    });
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
  const asking = setInterval(() => socket?.connected || void ask(), ASK_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    clearInterval(asking);
    socket?.disconnect();
    setOwnClass(null);
  };
}
