/** Calls of passkeys, second factors and proofs, apart from the others: most pages carry nothing of them. */
import { named } from './callLines.ts';

/** Signing in with more than a password, and showing again who one is. */
export const FACTOR_CALLS = /* @__PURE__ */ named({
  factors: ['GET', '/auth/factors'],
  startPasskey: ['POST', '/auth/passkeys/start'],
  addPasskey: ['POST', '/auth/passkeys'],
  renamePasskey: ['POST', '/auth/passkeys/:id'],
  removePasskey: ['DELETE', '/auth/passkeys/:id'],
  startPasskeyLogin: ['POST', '/auth/passkey-login/start'],
  passkeyLogin: ['POST', '/auth/passkey-login'],
  startSecondStep: ['POST', '/auth/second-step/start'],
  secondStep: ['POST', '/auth/second-step'],
  startTimeCodes: ['POST', '/auth/time-codes/start'],
  confirmTimeCodes: ['POST', '/auth/time-codes'],
  removeTimeCodes: ['DELETE', '/auth/time-codes'],
  renewRecoveryCodes: ['POST', '/auth/recovery-codes'],
  startProof: ['POST', '/auth/proof/start'],
  prove: ['POST', '/auth/proof'],
  signIns: ['GET', '/accounts/sign-ins'],
  showSignIn: ['POST', '/auth/not-me/show'],
  disownSignIn: ['POST', '/auth/not-me'],
});
