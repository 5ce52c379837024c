/** Calls of what is traded, apart from the others: pages that do not trade carry nothing of it. */
import { named } from './callLines.ts';

/** Collecting: what can be collected, tokens, wallets of accounts. */
export const MARKET_CALLS = /* @__PURE__ */ named({
  market: ['GET', '/marketplace'],
  collectibleJams: ['GET', '/marketplace/collectible-jams'],
  collectibleJam: ['GET', '/marketplace/collectible-jams/:id'],
  setCollectible: ['POST', '/marketplace/collectible-jams/:id'],
  mint: ['POST', '/marketplace/mint'],
  rifffMarket: ['GET', '/marketplace/rifffs/:jamId/:rifffId'],
  tokens: ['GET', '/marketplace/tokens'],
  token: ['GET', '/marketplace/tokens/:tokenId'],
  reportTransaction: ['POST', '/marketplace/transactions'],
  nearAccount: ['GET', '/marketplace/accounts/near/:id'],
  linkChallenge: ['POST', '/marketplace/accounts/near/:id/challenge'],
  linkNear: ['POST', '/marketplace/accounts/near/:id'],
  unlinkNear: ['DELETE', '/marketplace/accounts/near/:id'],
  faucet: ['POST', '/marketplace/faucet'],
});

/** Plans, payments, redemption codes and partner collections. */
export const PLAN_CALLS = /* @__PURE__ */ named({
  prices: ['GET', '/payments/stripe/prices'],
  checkout: ['POST', '/payments/stripe/checkout-session'],
  billingPortal: ['POST', '/payments/stripe/billing-portal-session'],
  stripeWebhook: ['POST', '/payments/stripe/webhook'],
  mySubscription: ['GET', '/subscriptions/my-subscription'],
  redeem: ['POST', '/payments/redemption-codes/redeem/:code'],
  redemptionCodes: ['GET', '/payments/redemption-codes'],
  makeCodes: ['POST', '/payments/redemption-codes'],
  endCode: ['DELETE', '/payments/redemption-codes/:code'],
  myPurchases: ['GET', '/library/my-purchases'],
  partnerCollections: ['GET', '/partner-collection'],
  myLicenses: ['GET', '/partner-collection/my-licenses'],
});
