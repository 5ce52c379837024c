/** What this server is called, and how often it said that its operator decided something. Changed only by the functions here. */
import { proxy } from 'valtio/vanilla';
import { PRODUCT_NAME } from '../contract/constants.ts';

export const serverSays = proxy({ name: PRODUCT_NAME as string, decided: 0 });

/** Keeps the name that the server said. An answer that this device kept from an older server has none. */
export function learnServerName(name: string | undefined): void {
  serverSays.name = name ?? PRODUCT_NAME;
}

/** The operator decided something about the whole server. */
export function noteDecision(): void {
  serverSays.decided += 1;
}
