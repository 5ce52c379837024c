/** What this server is called, and how often its operator decided something or opened it again. Changed only by the functions here. */
import { proxy } from 'valtio/vanilla';
import { PRODUCT_NAME } from '../contract/constants.ts';

export const serverSays = proxy({ name: PRODUCT_NAME as string, decided: 0, opened: 0 });

/** Keeps the name that the server said. An answer that this device kept from an older server has none. */
export function learnServerName(name: string | undefined): void {
  serverSays.name = name ?? PRODUCT_NAME;
}

/** The maintenance of the server is over: what could not be read is asked for again. */
export function noteOpening(): void {
  serverSays.opened += 1;
}

/** The operator decided something about the whole server. */
export function noteDecision(): void {
  serverSays.decided += 1;
}
