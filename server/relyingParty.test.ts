import { expect, it } from 'vitest';
import { relyingPartyOf } from './relyingParty.ts';

it.each([
  ['https://rondo.example', { id: 'rondo.example', origin: 'https://rondo.example' }],
  ['https://rondo.example:8443/jam', { id: 'rondo.example', origin: 'https://rondo.example:8443' }],
  ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  [undefined, null],
  ['http://rondo.example', null],
  ['http://a.localhost', null],
  ['http://127.0.0.1:4000', null],
  ['https://192.168.1.20', null],
  ['https://[fd00::1]', null],
])('a server at %s has passkeys as browsers offer them', (publicUrl, party) => {
  expect(relyingPartyOf({ publicUrl })).toEqual(party);
});
