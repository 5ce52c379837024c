/** What this server is called, as far as it has said it. Changed only by the function here. */
import { proxy } from 'valtio/vanilla';
import { PRODUCT_NAME } from '../contract/constants.ts';

export const serverName = proxy({ name: PRODUCT_NAME as string });

/** Keeps the name that the server said. An answer that this device kept from an older server has none. */
export function learnServerName(name: string | undefined): void {
  serverName.name = name ?? PRODUCT_NAME;
}
