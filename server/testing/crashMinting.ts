import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MintStep } from '../modules/market/context.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { makeAccounts, type TestAccount } from './accounts.ts';
import { type CrashPlace, environmentOf } from './crash.ts';
import { temporaryFolder } from './folders.ts';
import { type MarketServer, marketCalls } from './market.ts';
import { writeStarter } from './starterFixture.ts';

const SERVER = join(import.meta.dirname, 'mintServer.ts');
const JAM = 'minter0';
const WALLET = 'crash.rondo';

export interface MintCrashResult {
  /** Where the mint stood when its server was gone. */
  readonly state: string;
  /** Owners of the tokens that there are in the end, here; and how many the chain has. */
  readonly owners: readonly string[];
  readonly onChain: number;
  /** The answer to asking again. */
  readonly again: string;
}

async function startMintServer(place: CrashPlace, step = '') {
  const child = spawn(process.execPath, [SERVER, place.dataFolder, step], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, RATE_LIMIT: '1000000', ...environmentOf(place) },
  });
  const closed = once(child, 'close');
  child.stdout.setEncoding('utf8');
  const [said] = (await Promise.race([once(child.stdout, 'data'), closed])) as [string];
  const url = said.trim();
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  return { url, closed, kill };
}

/** The calls of the market over a socket; `app` has no more of Fastify than they need. */
function callsTo(url: string) {
  const inject = async (request: {
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: object;
  }) => {
    const answer = await fetch(`${url}${request.url}`, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(request.payload && { 'content-type': 'application/json' }),
      },
      ...(request.payload && { body: JSON.stringify(request.payload) }),
    });
    const body = await answer.json();
    return { statusCode: answer.status, json: () => body };
  };
  return marketCalls({ app: { inject } } as unknown as MarketServer);
}

async function openJam(place: CrashPlace): Promise<void> {
  const { queries, close } = await openDatabase(place);
  const isOpen = { access: 'public', isCollectible: true } as const;
  await queries.updateTable('jams').set(isOpen).where('id', '=', JAM).execute();
  await close();
}

async function stateOf(place: CrashPlace): Promise<string> {
  const { queries, close } = await openDatabase(place);
  const { state } = await queries.selectFrom('mints').select('state').executeTakeFirstOrThrow();
  await close();
  return state;
}

/** Mints a rifff on a server that ends itself on the way, and waits until it is gone. */
async function mintUntilGone(place: CrashPlace, step: MintStep, maker: TestAccount) {
  const server = await startMintServer(place, step);
  const market = callsTo(server.url);
  await market.linkedWallet(maker, WALLET);
  const rifffId = await market.rifff(maker);
  // A connection that breaks is what the end looks like from here.
  await market.mint(maker, JAM, rifffId, WALLET).catch(() => undefined);
  await server.closed;
  return rifffId;
}

/** Starts a server that stays, waits until it has finished what was begun, and asks for it again. */
async function finish(place: CrashPlace, maker: TestAccount, rifffId: string) {
  const server = await startMintServer(place);
  try {
    const market = callsTo(server.url);
    const list = () => market.ok('GET', '/marketplace/tokens?limit=100');
    while ((await list()).total === 0) await delay(20);
    const { body } = await market.mint(maker, JAM, rifffId, WALLET);
    const { tokens } = await list();
    const owners = tokens.map(({ ownerAccount }: { ownerAccount: string }) => ownerAccount);
    return { owners, onChain: await market.supply(), again: body.data?.state };
  } finally {
    await server.kill();
  }
}

/**
 * Has a server end without warning behind a step of a mint, on the database at `databaseUrl`, else on the embedded one;
 * then starts one that stays, and waits until it is finished.
 */
export async function crashDuringMint(
  step: MintStep,
  databaseUrl?: string,
): Promise<MintCrashResult> {
  const folder = await temporaryFolder();
  const place = { s3: undefined, dataFolder: folder.path, databaseUrl };
  try {
    await writeStarter(folder.path);
    const [maker] = await makeAccounts(place, 'minter', 1);
    await openJam(place);
    const rifffId = await mintUntilGone(place, step, maker!);
    const state = await stateOf(place);
    return { state, ...(await finish(place, maker!, rifffId)) };
  } finally {
    await folder.remove();
  }
}
