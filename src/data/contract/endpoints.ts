import { ACCOUNT_ENDPOINTS } from './endpoints/accounts.ts';
import { AUTH_ENDPOINTS } from './endpoints/auth.ts';
import { EMBEDDING_ENDPOINTS } from './endpoints/embedding.ts';
import { JAM_ENDPOINTS } from './endpoints/jams.ts';
import { LIBRARY_ENDPOINTS } from './endpoints/library.ts';
import { SHARING_ENDPOINTS } from './endpoints/sharing.ts';
import { SITE_ENDPOINTS } from './endpoints/site.ts';

export { type Access, type Endpoint, endpointUrl } from './calls.ts';

/** Every call of the server. */
export const ENDPOINTS = {
  ...LIBRARY_ENDPOINTS,
  ...AUTH_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...JAM_ENDPOINTS,
  ...SHARING_ENDPOINTS,
  ...SITE_ENDPOINTS,
  ...EMBEDDING_ENDPOINTS,
};

export type EndpointName = keyof typeof ENDPOINTS;
