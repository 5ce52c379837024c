import { expect, it } from 'vitest';
import { crashDuringMints } from '../../testing/crashMinting.ts';
import { describeDatabaseUrls } from '../../testing/databases.ts';

describeDatabaseUrls('a server that is killed behind each step of a mint', (newUrl) => {
  it('makes every token once', { timeout: 300_000 }, async () => {
    const steps = ['claimed', 'prepared', 'signed', 'sent', 'done'] as const;
    expect(await crashDuringMints(steps, await newUrl())).toEqual({
      states: ['planned', 'planned', 'signed', 'signed', 'done'],
      owners: Array(5).fill('crash.rondo'),
      onChain: 5,
      again: Array(5).fill('minted'),
    });
  });
});
