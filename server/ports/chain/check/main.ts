/** `npm run near:check`: looks at the contracts of the network in the settings, and says what does not fit. */
import { readSettings } from '../../../settings.ts';
import { StartError } from '../../../startError.ts';
import { FailoverProvider } from '../near/failover.ts';
import { marketConfig } from '../openChain.ts';
import { checkContracts } from './checkContracts.ts';

const MARKS = { good: 'fits', weak: 'mind this', bad: 'DOES NOT FIT' } as const;

async function run(): Promise<void> {
  const { market } = readSettings(process.env);
  const { near } = market;
  if (!near) {
    console.info(
      'NEAR_NETWORK is devnet, or the market is off: the play-money chain has contracts of its own, nothing to check.',
    );
    return;
  }
  const findings = await checkContracts({
    provider: new FailoverProvider(near.rpcUrls),
    config: marketConfig(market),
    minter: { accountId: near.minterAccount, key: near.minterKey },
  });
  for (const { state, says } of findings) console.info(`${MARKS[state].padEnd(14)}${says}`);
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
}

run().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
