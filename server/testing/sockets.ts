import type { FastifyInstance } from 'fastify';
import { io, type ManagerOptions, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { SOCKET_NEWS, type SocketNews } from '../../src/data/contract/live.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { PATIENCE_MS } from '../../tests/support/patience.ts';
import { createApp } from '../app.ts';
import { appendEvent } from '../modules/jams/events.ts';
import type { Database } from '../ports/database/database.ts';
import type { FanOut } from '../ports/fanOut/fanOut.ts';
import { createLocalHub } from '../ports/fanOut/local.ts';
import { createAnnouncer, type LiveAnnouncer } from '../ports/fanOut/rooms.ts';
import { readSettings } from '../settings.ts';
import type { TestAccount } from './accounts.ts';
import { startTestServer, type TestServer } from './testApp.ts';

/** One listening server of several. */
export interface LiveNode {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly fanOut: FanOut;
  readonly announcer: LiveAnnouncer;
}

/** Servers on one database and one fan-out, all listening. */
export interface LiveWorld extends Pick<TestServer, 'database' | 'blobs'> {
  readonly nodes: LiveNode[];
  /** Starts one more. */
  addNode(port?: number): Promise<LiveNode>;
  close(): Promise<void>;
}

/**
 * @param join makes another node of the fan-out
 * @param openDatabase opens the database instead of the embedded one; the caller closes it
 */
export async function startLiveWorld(
  join: () => Promise<FanOut>,
  openDatabase?: () => Promise<Database>,
): Promise<LiveWorld> {
  const server = await startTestServer(openDatabase ? { openDatabase } : {});
  const { database, blobs, folder } = server;
  const nodes: LiveNode[] = [];
  const settings = readSettings({
    RONDO_DATA: folder,
    RATE_LIMIT: '1000000',
    TRUST_PROXY: '1',
  });
  const addNode = async (port = 0) => {
    const fanOut = await join();
    const app = await createApp({ settings, database, blobs, fanOut });
    const url = await app.listen({ port, host: '127.0.0.1' });
    const node = { app, url, fanOut, announcer: createAnnouncer(fanOut) };
    nodes.push(node);
    return node;
  };
  await addNode();
  await addNode();
  const close = async () => {
    for (const { app, fanOut } of nodes) {
      await app.close();
      await fanOut.close();
    }
    await server.close();
  };
  return { database, blobs, nodes, addNode, close };
}

/** As `startLiveWorld`, with the embedded fan-out between the nodes. */
export async function startLocalWorld(openDatabase?: () => Promise<Database>): Promise<LiveWorld> {
  const hub = createLocalHub();
  return startLiveWorld(async () => hub.join(), openDatabase);
}

/** Servers that the tests of a suite share, on an empty database; its clients are closed behind each test. */
export function useLocalWorld(openEmpty: () => Promise<Database>): { readonly current: LiveWorld } {
  let world: LiveWorld | undefined;
  beforeAll(async () => {
    const database = await openEmpty();
    world = await startLocalWorld(async () => database);
  });
  afterEach(closeSockets);
  afterAll(() => world?.close());
  return {
    get current() {
      if (!world) throw new Error('The servers are not there before the first test');
      return world;
    },
  };
}

/** A room of its own, stored directly. */
export async function makeRoom(
  { queries }: Pick<Database, 'queries'>,
  ownerId: string,
  access: 'public' | 'link' | 'private' = 'public',
): Promise<string> {
  const id = `band${newId().slice(-10)}`;
  await queries
    .insertInto('jams')
    .values({
      id,
      ownerId,
      access,
      kind: 'room',
      name: 'A room',
      description: '',
      longId: newId() + newId(),
      created: Date.now(),
      rifffCount: 0,
      isDemo: false,
      barLength: 16,
      coverKey: null,
      guestsMayAnswer: true,
      guestsMayChat: true,
      lastEvent: 0,
      latest: null,
    })
    .execute();
  return id;
}

/** Stores an event as a service does, and announces it from a node, or keeps silent as one that died. */
export async function happen(
  { database }: Pick<LiveWorld, 'database'>,
  jamId: string,
  announcer?: Pick<LiveAnnouncer, 'announce'>,
  parts: { kind?: 'rifff' | 'jam' | 'member'; ref?: string } = {},
) {
  const event = await database.transaction((transaction) =>
    appendEvent(database, transaction, {
      jamId,
      kind: 'rifff' as const,
      ref: newId(),
      userId: 'somebody',
      nowMs: Date.now(),
      ...parts,
    }),
  );
  announcer?.announce(jamId, [event]);
  return event;
}

/** The credential of a test account as a socket brings it: `token:password`. */
export const credentialOf = ({ headers }: TestAccount): string =>
  headers.authorization.replace('Bearer ', '');

/** A client with all that it was told. */
export interface TestSocket {
  readonly socket: Socket;
  // biome-ignore lint/suspicious/noExplicitAny: what a server tells is what the test is about
  readonly news: Record<SocketNews, any[]>;
  // biome-ignore lint/suspicious/noExplicitAny: what a request answers is what the test is about
  ask(request: string, body: object): Promise<any>;
  /** Waits until it was told `count` of a kind. */
  told(kind: SocketNews, count?: number): Promise<unknown>;
}

const opened = new Set<Socket>();

/** Closes every client of these tests. */
export function closeSockets(): void {
  for (const socket of opened) socket.disconnect();
  opened.clear();
}

/** Connects without coming back by itself; news are checked against the contract. Throws the refusal. */
export async function connectTo(
  { url }: Pick<LiveNode, 'url'>,
  auth: object = {},
  headers: Record<string, string> = {},
  more: Partial<ManagerOptions> = {},
): Promise<TestSocket> {
  const socket = io(url, {
    ...more,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth,
    extraHeaders: headers,
  });
  opened.add(socket);
  const kinds = Object.keys(SOCKET_NEWS) as SocketNews[];
  const news = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as TestSocket['news'];
  for (const kind of kinds) {
    socket.on(kind, (body: unknown) => news[kind].push(SOCKET_NEWS[kind].parse(body)));
  }
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    news,
    ask: (request, body) => socket.timeout(PATIENCE_MS).emitWithAck(request, body),
    told: (kind, count = 1) =>
      eventually(() => expect(news[kind].length).toBeGreaterThanOrEqual(count)),
  };
}
