import { KeyPair } from 'near-api-js';
import { expect, it } from 'vitest';
import { chainWorld } from '../../../testing/chain/openStage.ts';
import { checkContracts, type Finding } from './checkContracts.ts';

const world = chainWorld();

const saidAs = (findings: readonly Finding[], state: Finding['state']) =>
  findings.filter((one) => one.state === state).map(({ says }) => says);

it('contracts that fit are found to fit, whichever way tokens are listed', async () => {
  const { stage, chain } = world();
  const minter = { accountId: 'minter.rondo', key: await stage.devnet.minterKey() };
  for (const listMode of ['approve-msg', 'list-call'] as const) {
    const config = { ...chain.config, listMode };
    const findings = await checkContracts({ provider: stage.provider, config, minter });
    expect(saidAs(findings, 'bad')).toEqual([]);
    expect(saidAs(findings, 'weak')).toEqual([expect.stringContaining('the nodes are of')]);
    expect(saidAs(findings, 'good').length).toBeGreaterThan(10);
    expect(JSON.stringify(findings)).not.toContain(minter.key);
  }
});

it('what does not fit is named, and the key is not', async () => {
  const { stage, chain } = world();
  const { nftContract, marketContract } = chain.config;
  const swapped = { ...chain.config, nftContract: marketContract, marketContract: nftContract };
  const key = KeyPair.fromRandom('ed25519').toString();
  const findings = await checkContracts({
    provider: stage.provider,
    config: swapped,
    minter: { accountId: 'carol.rondo', key },
  });
  const problems = saidAs(findings, 'bad').join('\n');
  for (const one of ['nft_metadata', 'nft_mint', 'nft_payout', 'get_sale', 'not have the key']) {
    expect(problems).toContain(one);
  }
  expect(saidAs(findings, 'weak').join()).toContain('who may mint');
  expect(JSON.stringify(findings)).not.toContain(key);
  const minter = { accountId: 'carol.rondo', key: 'nonsense' };
  const again = await checkContracts({ provider: stage.provider, config: chain.config, minter });
  expect(saidAs(again, 'bad')).toEqual([
    expect.stringContaining('not among those who may mint'),
    expect.stringContaining('no secret key'),
  ]);
});
