/** The market as its journeys use it: loops and wallets beside the page, what the chain says, and the wallet in a page. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { KeyPair, KeyPairSigner } from 'near-api-js';
import { flacOf, LOOP_FRAMES, loopDocument, oggOf, tone } from '../../server/testing/sounds.ts';
import { newId } from '../../src/data/rules/ids.ts';
import type { Person } from './accountPages.ts';
import { post } from './sharingCalls.ts';

/** One coin in its smallest unit. */
export const COIN = 10n ** 24n;

/** A public room whose rifffs can be collected; returns its id. */
export async function openRoom(
  request: APIRequestContext,
  owner: Person,
  name: string,
): Promise<string> {
  const { id } = (await post(request, owner, '/jam', { name, access: 'public' })) as { id: string };
  await post(request, owner, `/marketplace/collectible-jams/${id}`, { isCollectible: true });
  return id;
}

/** Commits a rifff of the library to a room whose first ring is a loop that its maker brought; returns its id. */
export async function commitOwn(
  request: APIRequestContext,
  maker: Person,
  roomId: string,
): Promise<string> {
  const loop = loopDocument({ name: 'Kettle', creatorUserName: maker.name, category: 'drums' });
  const pcm = tone(LOOP_FRAMES);
  const [ogg, flac] = [await oggOf(pcm), await flacOf(pcm)];
  const answer = await request.post(`/api/jam/${roomId}/loops`, {
    headers: { authorization: maker.authorization },
    multipart: {
      metadata: JSON.stringify(loop),
      file: { name: 'loop.ogg', mimeType: 'audio/ogg', buffer: ogg },
      master: { name: 'loop.flac', mimeType: 'audio/flac', buffer: flac },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const own = (await answer.json()).data.loop;
  const library = await (await request.get('/api/library/rifffs')).json();
  const { rifff } = library.data.rifffs[0];
  const before = rifff.state.playback[0].slot.current.currentLoop;
  Object.assign(rifff, { _id: newId(), parent: null });
  rifff.loops = rifff.loops.map((one: { _id: string }) => (one._id === before ? own : one));
  rifff.state.playback[0].slot.current.currentLoop = own._id;
  await post(request, maker, `/jam/${roomId}/rifffs`, { rifff });
  return rifff._id;
}

/** Makes an account on the play-money chain and links it, as a wallet elsewhere would; returns its name. */
export async function makeWallet(request: APIRequestContext, who: Person): Promise<string> {
  const accountId = `${who.name}.rondo`;
  const key = KeyPair.fromRandom('ed25519');
  const publicKey = String(key.getPublicKey());
  await post(request, who, '/marketplace/faucet', { accountId, publicKey });
  const way = `/marketplace/accounts/near/${accountId}`;
  const asked = (await post(request, who, `${way}/challenge`, {})) as {
    message: string;
    nonce: string;
    recipient: string;
  };
  const { message, recipient, nonce } = asked;
  const payload = { message, recipient, nonce: Buffer.from(nonce, 'base64') };
  const signed = await new KeyPairSigner(key).signNep413Message(accountId, payload);
  const signature = Buffer.from(signed.signature).toString('base64');
  await post(request, who, way, { nonce, publicKey, signature });
  return accountId;
}

/** What an account has, as the chain's JSON-RPC says it. */
export async function balanceOf(request: APIRequestContext, accountId: string): Promise<bigint> {
  const params = { request_type: 'view_account', finality: 'final', account_id: accountId };
  const data = { jsonrpc: '2.0', id: 1, method: 'query', params };
  const answer = await (await request.post('/api/marketplace/near-rpc', { data })).json();
  return BigInt(answer.result.amount);
}

/** The dialog on top. */
export const onTop = (page: Page) => page.getByRole('dialog').last();

/** Makes a play wallet where a dialog asks for a wallet, and links it. */
export async function connectAndLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByRole('button', { name: 'Make it, with coins in it' }).click();
  await page.getByRole('button', { name: 'Link it', exact: true }).click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
}

/** Lets the wallet sign what it was asked for. */
export const approve = (page: Page) =>
  page.getByRole('button', { name: 'Approve', exact: true }).click();
