/** Confirming the address of an account, and mending one that was mistyped. */
import { call } from '../client.ts';
import { ALLOWANCE_CALLS } from '../contract/calls.ts';
import { setAddress } from './session.ts';

/** Confirms an address with the token of a mail. @throws ApiError `bad_request` for a stale one */
export async function confirmEmail(token: string): Promise<void> {
  await call(ALLOWANCE_CALLS.confirmEmail, { body: { token } });
  setAddress({ awaitsConfirmation: false });
}

/** Has the link mailed once more. @throws ApiError */
export async function resendConfirmation(): Promise<void> {
  await call(ALLOWANCE_CALLS.resendConfirmation);
}

/** Changes an address that is not confirmed yet; a link is mailed there. @throws ApiError */
export async function changeEmail(body: { email: string; password: string }): Promise<void> {
  const { email } = await call(ALLOWANCE_CALLS.changeEmail, { body });
  setAddress({ email });
}
