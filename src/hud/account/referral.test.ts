import { expect, test } from 'vitest';
import {
  forgetInvitation,
  forgetReferral,
  keepInvitation,
  keepReferral,
  keptInvitation,
  keptReferral,
} from './referral.ts';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

test('the referral of an address is kept on the pages after it, until it was sent', () => {
  const tab = memory();
  expect(keptReferral(tab)).toBeUndefined();
  keepReferral('?success=%2Fjam&referralId=%20mira-7%20', tab);
  keepReferral('?success=%2Fjam', tab);
  expect(keptReferral(tab)).toBe('mira-7');
  keepReferral('?referralId=otto', tab);
  expect(keptReferral(tab)).toBe('otto');
  forgetReferral(tab);
  expect(keptReferral(tab)).toBeUndefined();
});

test('so is the invitation of a link, beside it', () => {
  const tab = memory();
  const link = '?invitation=KM4T-9XQA-PRUW&referralId=mira-7';
  keepInvitation(link, tab);
  keepReferral(link, tab);
  keepInvitation('?invitation=%3Cb%3E', tab);
  expect([keptInvitation(tab), keptReferral(tab)]).toEqual(['KM4T-9XQA-PRUW', 'mira-7']);
  forgetInvitation(tab);
  expect([keptInvitation(tab), keptReferral(tab)]).toEqual([undefined, 'mira-7']);
});

test('what the sign-up would refuse is not kept', () => {
  const tab = memory();
  for (const id of ['', '%20', 'a%00b', 'x'.repeat(65)]) keepReferral(`?referralId=${id}`, tab);
  expect(keptReferral(tab)).toBeUndefined();
});
