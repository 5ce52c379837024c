/** Calls of accounts elsewhere, apart from the others: most pages carry nothing of them. */
import { named } from './callLines.ts';

/** Signing in with an account elsewhere. */
export const PROVIDER_CALLS = /* @__PURE__ */ named({
  startProvider: ['POST', '/auth/provider/start'],
  finishProvider: ['POST', '/auth/provider/finish'],
  makeProviderAccount: ['POST', '/auth/provider/account'],
  linkProviderAccount: ['POST', '/auth/provider/link'],
  providersOfAccount: ['GET', '/auth/providers'],
  unlinkProvider: ['DELETE', '/auth/providers/:id'],
  setFirstPassword: ['POST', '/auth/first-password'],
  providerLogout: ['POST', '/auth/provider/:id/logout'],
});
