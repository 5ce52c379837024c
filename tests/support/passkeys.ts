/** An authenticator of the test's own in the real browser, by its debugging protocol (domain WebAuthn). */
import { cdp } from 'vitest/browser';

interface Protocol {
  send(method: string, params?: object): Promise<Record<string, unknown>>;
}

export interface TestAuthenticator {
  /** Ids of the passkeys that it keeps, in base64. */
  kept(): Promise<string[]>;
  /** Makes a passkey of this page, as a page would. @returns its id in base64url */
  makePasskey(): Promise<string>;
  /** Does the person show their finger, face or PIN from now on? */
  setVerified(isUserVerified: boolean): Promise<void>;
  /** Takes it out of the browser. */
  remove(): Promise<void>;
}

/** Puts an authenticator into the browser, which answers each question at once. */
export async function testAuthenticator(): Promise<TestAuthenticator> {
  const protocol = cdp() as Protocol;
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    async kept() {
      const { credentials } = await protocol.send('WebAuthn.getCredentials', { authenticatorId });
      return (credentials as { credentialId: string }[]).map((one) => one.credentialId);
    },
    async makePasskey() {
      const made = await navigator.credentials.create({ publicKey: creationOptions() });
      return made?.id ?? '';
    },
    setVerified: async (isUserVerified) =>
      void (await protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    async remove() {
      await protocol.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      await protocol.send('WebAuthn.disable');
    },
  };
}

const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

const creationOptions = (): PublicKeyCredentialCreationOptions => ({
  rp: { id: location.hostname, name: 'Rondo' },
  user: { id: bytes(32), name: 'ada', displayName: 'Ada' },
  challenge: bytes(32),
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
});

const text = (): string => btoa('a challenge of thirty-two bytes.').replace(/=+$/, '');

/** What a server asks a passkey to sign. */
export const showingOptions = () => ({
  options: { challenge: text(), rpId: location.hostname, userVerification: 'required' },
});

/** What a server asks for a new passkey. */
export const addingOptions = () => ({
  options: {
    rp: { id: location.hostname, name: 'Rondo' },
    user: { id: text(), name: 'ada', displayName: 'Ada' },
    challenge: text(),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  },
});
