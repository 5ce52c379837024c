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

export interface MintCrashResult {
  /** Where each mint stood when its server was gone. */
  readonly states: readonly string[];
  /** Owners of the tokens that there are in the end, here and on the chain. */
  readonly owners: readonly string[];
  readonly onChain: number;
  /** Answers to asking again. */
  readonly again: readonly string[];
}

async function startMintServer(place: CrashPlace, step = '') {
  const child = spawn(process.execPath, [SERVER, place.dataFolder, step], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'fatal', ...environmentOf(place) },
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

async function statesOf(place: CrashPlace): Promise<string[]> {
  const { queries, close } = await openDatabase(place);
  const rows = await queries.selectFrom('mints').select('state').orderBy('created').execute();
  await close();
  return rows.map(({ state }) => state);
}

/** Mints a rifff of a fresh one and waits until the server, which ends itself on the way, is gone. */
async function mintUntilGone(place: CrashPlace, step: MintStep, maker: TestAccount, at: number) {
  const server = await startMintServer(place, step);
  const market = callsTo(server.url);
  if (at === 0) await market.linkedWallet(maker, 'crash.rondo');
  const rifffId = await market.rifff(maker);
  // A connection that breaks is what the end looks like from here.
  await market.mint(maker, JAM, rifffId, 'crash.rondo').catch(() => undefined);
  await server.closed;
  return rifffId;
}

/**
 * Has a server end without warning behind each of the steps of a mint, on the database at `databaseUrl`, else on the
 * embedded one; then starts one that stays, and waits until everything that was begun is finished.
 */
export async function crashDuringMints(
  steps: readonly MintStep[],
  databaseUrl?: string,
): Promise<MintCrashResult> {
  const folder = await temporaryFolder();
  const place = { s3: undefined, dataFolder: folder.path, databaseUrl };
  try {
    await writeStarter(folder.path);
    const [maker] = await makeAccounts(place, 'minter', 1);
    await openJam(place);
    const rifffIds: string[] = [];
    for (const [at, step] of steps.entries()) {
      rifffIds.push(await mintUntilGone(place, step, maker!, at));
    }
    const states = await statesOf(place);
    const server = await startMintServer(place);
    const market = callsTo(server.url);
    const list = () => market.ok('GET', '/marketplace/tokens?limit=100');
    while ((await list()).total < steps.length) await delay(20);
    const again: string[] = [];
    for (const rifffId of rifffIds) {
      const { body } = await market.mint(maker!, JAM, rifffId, 'crash.rondo');
      again.push(body.data?.state);
    }
    const { tokens } = await list();
    const onChain = await market.supply();
    await server.kill();
    const owners = tokens.map(({ ownerAccount }: { ownerAccount: string }) => ownerAccount);
    return { states, owners, onChain, again };
  } finally {
    await folder.remove();
  }
}
