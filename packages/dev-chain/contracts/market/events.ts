import { MARKET_STANDARD } from '../../../../server/ports/chain/near/receiptEvents.ts';
import type { Host } from '../../host.ts';
import { logEvent } from '../events.ts';

interface MarketEvents {
  list: { token_id: string; owner_id: string; price: string };
  price: { token_id: string; owner_id: string; price: string };
  unlist: { token_id: string; owner_id: string };
  sale: {
    token_id: string;
    seller_id: string;
    buyer_id: string;
    price: string;
    /** Yocto by account. */
    payout: Readonly<Record<string, string>>;
  };
  /** A purchase was undone; `is_listed` is false where the seller has to list the token again. */
  sale_failed: {
    token_id: string;
    seller_id: string;
    buyer_id: string;
    price: string;
    is_listed: boolean;
  };
}

/** Logs what happened on the market. */
export function logMarket<Kind extends keyof MarketEvents>(
  host: Host,
  kind: Kind,
  data: MarketEvents[Kind],
): void {
  logEvent(host, MARKET_STANDARD, kind, data);
}
