import { expect, it } from 'vitest';
import { crashDuringMint } from '../../testing/crashMinting.ts';
import { describeDatabaseUrls } from '../../testing/databases.ts';

describeDatabaseUrls('a mint whose server is killed', (newUrl) => {
  it.each([
    ['claimed', 'planned'],
    ['prepared', 'planned'],
    ['signed', 'signed'],
    ['sent', 'signed'],
    ['done', 'done'],
  ] as const)('when it was %s is finished, once', { timeout: 60_000 }, async (step, state) => {
    expect(await crashDuringMint(step, await newUrl())).toEqual({
      state,
      owners: ['crash.rondo'],
      onChain: 1,
      again: 'minted',
    });
  });
});
