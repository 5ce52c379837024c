import { KeyPair } from 'near-api-js';
import { expect, it } from 'vitest';
import { MARKET_CALLS } from '../../../src/data/contract/tradeCalls.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { startTestServer } from '../../testing/testApp.ts';

it('leaves nothing of it where it is switched off', async () => {
  const off = await startTestServer({ environment: { RONDO_MARKET: 'off' } });
  const member = await makeAccount(off.database, 'mia');
  const call = callsAs(off);
  for (const { method, path } of Object.values(MARKET_CALLS)) {
    const url = path.replaceAll(/:\w+/g, 'mia');
    for (const who of [null, member]) {
      const { status, body } = await call(method as 'GET', url, who);
      expect([status, body.error.code], url).toEqual([404, 'not_found']);
    }
  }
  expect((await call('GET', '/site')).body.data.hasMarket).toBe(false);
  expect((await call('POST', '/marketplace/near-rpc', null, {})).status).toBe(404);
  expect(await off.database.queries.selectFrom('chainAccounts').selectAll().execute()).toEqual([]);
  await off.close();
});

it('starts where its network does not answer, and says so', async () => {
  const key = KeyPair.fromRandom('ed25519').toString();
  const away = await startTestServer({
    environment: {
      NEAR_NETWORK: 'testnet',
      PUBLIC_URL: 'https://rondo.test',
      NEAR_RPC_URL: 'http://127.0.0.1:9',
      NEAR_NFT_CONTRACT: 'nft.testnet',
      NEAR_MARKET_CONTRACT: 'market.testnet',
      NEAR_MINTER_ACCOUNT: 'minter.testnet',
      NEAR_MINTER_KEY: key,
    },
  });
  const member = await makeAccount(away.database, 'mia');
  const call = callsAs(away);
  expect((await call('GET', '/marketplace')).body.data).toMatchObject({
    network: 'testnet',
    nftContract: 'nft.testnet',
  });
  expect((await call('GET', '/marketplace/tokens')).status).toBe(200);
  const body = { txHash: '1'.repeat(43), accountId: 'mia.testnet' };
  const { status } = await call('POST', '/marketplace/transactions', member, body);
  expect(status).toBe(503);
  const faucet = { accountId: 'mia.testnet', publicKey: `ed25519:${'1'.repeat(44)}` };
  expect((await call('POST', '/marketplace/faucet', member, faucet)).status).toBe(404);
  await away.close();
});
