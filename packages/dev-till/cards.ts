import { missingObject } from './tillError.ts';

/**
 * Cards that the till takes, and what they do; numbers as Stripe publishes them for testing
 * (https://docs.stripe.com/testing). No other number is taken, so that no real one is typed in vain, and no number is kept.
 */
export const TEST_CARDS = [
  { behaviour: 'pays', number: '4242424242424242', label: 'Pays' },
  { behaviour: 'declined', number: '4000000000000002', label: 'Is declined' },
  { behaviour: 'fails_later', number: '4000000000000341', label: 'Pays once, then fails' },
  { behaviour: 'confirms', number: '4000002500003155', label: 'Asks for a confirmation' },
] as const;
export type CardBehaviour = (typeof TEST_CARDS)[number]['behaviour'];

/** Ids of Stripe's test payment methods, for those who pay without a page. */
const TEST_METHODS: Readonly<Record<string, CardBehaviour>> = {
  pm_card_visa: 'pays',
  pm_card_chargeDeclined: 'declined',
  pm_card_chargeCustomerFail: 'fails_later',
};

/** What a number does, spaces and hyphens left aside; undefined for one that is none of ours. */
export function cardOf(text: string): CardBehaviour | undefined {
  const digits = text.replace(/[\s-]/g, '');
  return TEST_CARDS.find(({ number }) => number === digits)?.behaviour;
}

export const lastDigits = (behaviour: CardBehaviour): string =>
  TEST_CARDS.find((card) => card.behaviour === behaviour)?.number.slice(-4) ?? '0000';

/** `4242 4242 4242 4242`. */
export const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** What a test payment method does. Throws a `TillError` for one that there is not. */
export function behaviourOfMethod(id: string): CardBehaviour {
  const behaviour = TEST_METHODS[id];
  if (!behaviour) throw missingObject('PaymentMethod', id, 'payment_method');
  return behaviour;
}
