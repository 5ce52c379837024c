import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { TOO_SLOW } from './errors.ts';

/** How fast the body of a request has to come. */
export interface Pace {
  /** Time between two looks at a body, in milliseconds. */
  readonly windowMs: number;
  /** Bytes that each window has to bring; the first one is not looked at. */
  readonly leastBytes: number;
}

/**
 * 200 bytes a second, a fiftieth of what the slowest mobile network carries (EDGE, 75 kbit/s), and twenty seconds in
 * which nothing comes at all: a phone that goes from one mast to the next is waited for.
 */
export const PACE: Pace = { windowMs: 20_000, leastBytes: 4096 };

/** While the server stops a body has to go on coming; how much is for the time that the process gives it. */
const STOPPING: Pace = { windowMs: 1000, leastBytes: 1 };

interface Body {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Bytes that the connection had brought at the last look; below zero before the first. */
  seenBytes: number;
}

/** Every body announces itself: https://www.rfc-editor.org/rfc/rfc9112.html#section-6-4 */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Ends a connection whose request will not come to an end; says so if nothing was answered yet. */
function cutOff({ response, socket }: Body): void {
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  socket.write(TOO_SLOW, () => socket.destroy());
}

/** Looks at every body once; those that came too slowly since the last look are cut off. */
function look(bodies: Set<Body>, { leastBytes }: Pace): void {
  for (const body of bodies) {
    const { request, socket } = body;
    if (request.complete || socket.destroyed) {
      bodies.delete(body);
      continue;
    }
    const { bytesRead } = socket;
    // What lies here unread is for the server to fetch: while it is busy no caller is too slow.
    const isOurs = request.readableLength > 0;
    const isSlow = body.seenBytes >= 0 && !isOurs && bytesRead - body.seenBytes < leastBytes;
    body.seenBytes = bytesRead;
    if (!isSlow) continue;
    bodies.delete(body);
    cutOff(body);
  }
}

/**
 * Cuts off bodies that come too slowly, and at the end of the server every connection that asks for nothing: an
 * open socket costs its owner nothing and must not cost anybody else. Requests that run are let end.
 */
export function installConnections(app: FastifyInstance, pace: Pace = PACE): void {
  const sockets = new Set<Socket>();
  /** Requests of a connection that are not answered yet. */
  const running = new Map<Socket, number>();
  const bodies = new Set<Body>();
  let isStopping = false;
  let timer = setInterval(look, pace.windowMs, bodies, pace).unref();

  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // Kept beyond its answer only while its body still comes: what a crowd has read is nothing to hold on to.
    const body = hasBody(request) ? { request, response, socket, seenBytes: -1 } : undefined;
    if (body) bodies.add(body);
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (body && request.complete) bodies.delete(body);
      const left = (running.get(socket) ?? 0) - 1;
      if (left > 0) running.set(socket, left);
      else running.delete(socket);
      // Kept open for a next request, it would hold up the stop.
      if (isStopping && left <= 0) socket.end();
    });
  });
  // Before the server waits for its connections.
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const socket of sockets) if (!running.has(socket)) socket.destroy();
    clearInterval(timer);
    look(bodies, { ...STOPPING, leastBytes: 0 });
    timer = setInterval(look, STOPPING.windowMs, bodies, STOPPING).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
