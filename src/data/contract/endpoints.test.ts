import { expect, it } from 'vitest';
import type { Endpoint } from './calls.ts';
import { ENDPOINTS } from './endpoints.ts';

const endpoints = Object.entries<Endpoint>(ENDPOINTS);

it('has every call under its own name, and no two at one address', () => {
  expect(endpoints.map(([name]) => name)).toEqual(endpoints.map(([, call]) => call.name));
  const addresses = endpoints.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});
