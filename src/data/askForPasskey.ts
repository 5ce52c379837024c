/** Questions to the browser about passkeys, and what came of them. */
import { WebAuthnError } from '@simplewebauthn/browser';
import { ApiError } from './contract/errors.ts';

/** A passkey could not be made or shown; says why in a sentence. */
class PasskeyFailed extends ApiError {
  constructor(message: string, cause: unknown) {
    super('internal', message, cause);
    this.name = 'PasskeyFailed';
  }
}

/** The person said no, took too long, or another question took the place of this one. */
function isLeft(error: unknown): boolean {
  if (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED') return true;
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/**
 * Asks the browser; null where the person said no.
 * @param said what to say of errors, by their names
 * @throws PasskeyFailed
 */
export async function askForPasskey<T>(
  question: () => Promise<T>,
  said: Readonly<Record<string, string>> = {},
): Promise<T | null> {
  try {
    return await question();
  } catch (error) {
    if (isLeft(error)) return null;
    const words = said[(error as Error).name];
    throw new PasskeyFailed(
      words ?? 'This browser could not use a passkey. Please try again.',
      error,
    );
  }
}
