import { expect, it } from 'vitest';
import type { Subscription } from '../../contract/plans.ts';
import { allowanceRows, planStanding } from './planText.ts';
import { redeemedText, redeemTrouble } from './redeemText.ts';

const GB = 1024 ** 3;
const free = { quotaBytes: GB, trackSec: 300, clubsOwned: 20 };
const plus = { quotaBytes: 2.5 * GB, trackSec: 1800, clubsOwned: 100 };
const subscriptionOf = (change: Partial<Subscription> = {}): Subscription => ({
  description: 'Plus',
  status: 'active',
  renews: null,
  ends: null,
  sources: [],
  hasPortal: true,
  isPlayMoney: true,
  allowance: { free, plus },
  ...change,
});
const standing = (change: Partial<Subscription>) =>
  planStanding(subscriptionOf(change), (atMs) => `day ${atMs}`);

it('what plus gives is told from what the server says, and only where it gives more', () => {
  const told = (from: typeof free, to: typeof free) =>
    allowanceRows(from, to).map((row) => [row.id, row.free, row.plus]);
  expect(told(free, plus)).toEqual([
    ['room', '1 GB', '2.5 GB'],
    ['track', 'Up to 5 minutes', 'Up to 30 minutes'],
    ['clubs', 'Up to 20', 'Up to 100'],
  ]);
  expect(told({ ...free, quotaBytes: GB / 2 }, { ...free, quotaBytes: GB })).toEqual([
    ['room', '512 MB', '1 GB'],
  ]);
  expect(told(free, free)).toEqual([]);
});

it('a plan says how it stands, and leads to where something can be done about it', () => {
  const isFree = { description: 'Free' } as const;
  expect(standing({ ...isFree, status: 'none', hasPortal: false }).deed).toBe('subscribe');
  expect(standing({ ...isFree, status: 'ended' })).toMatchObject({
    title: 'Free',
    deed: 'subscribe',
  });
  expect(standing({ ...isFree, status: 'ended' }).text).toMatch(/has ended/);
  expect(standing({ renews: 5 })).toMatchObject({ text: 'Renews on day 5.', deed: 'manage' });
  expect(standing({ ends: 6 }).text).toMatch(/^Ends on day 6\./);
  const late = standing({ status: 'past_due' });
  expect(late).toMatchObject({ deed: 'pay', isWarning: true });
  expect(late.text).toMatch(/pay it in the portal/);
  const byCode = standing({ status: 'none', ends: 7, sources: ['code'] });
  expect(byCode).toMatchObject({ title: 'Plus', deed: 'subscribe' });
  expect(byCode.text).toMatch(/Ends on day 7.*comes from a code/);
});

it('a code says what it gave, or why it gave nothing', () => {
  const date = (atMs: number) => `day ${atMs}`;
  expect(redeemedText({ product: 'x', name: 'Glow', until: null }, date)).toBe('Glow is yours.');
  expect(redeemedText({ product: 'plus', name: 'Plus', until: 9 }, date)).toBe(
    'Plus is yours until day 9.',
  );
  expect(redeemTrouble({ status: 404, message: 'Not known' })).toBe(
    'Not known. Look at each letter once more.',
  );
  expect(redeemTrouble({ status: 409, message: 'Used already' })).toBe('Used already.');
  expect(redeemTrouble({ status: 429, message: 'Too many requests' })).toMatch(/Wait for an hour/);
  expect(redeemTrouble({ status: 0, message: '' })).toBe('');
});
