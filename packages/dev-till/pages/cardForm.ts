import { type CardBehaviour, cardOf, grouped, TEST_CARDS } from '../cards.ts';
import { type Html, html } from './html.ts';

/** What is wrong with a card that was typed, by field. */
export interface CardFaults {
  readonly number?: string;
  readonly expiry?: string;
  readonly code?: string;
}

/** The card that a form names, or what is wrong with it. */
export type ChosenCard =
  | { readonly behaviour: CardBehaviour }
  | { readonly faults: CardFaults; readonly chosen: string };

/** A month such as `04/29` that is not over. */
function expiryFault(text: string, nowMs: number): string | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)$/.exec(text.trim()) ?? [];
  if (!month || !year) return 'Write month and year, such as 04/29';
  const ends = Date.UTC(2000 + Number(year), Number(month), 1);
  return ends > nowMs ? undefined : 'This card has expired';
}

/** Reads the card out of a form. A number that was typed is looked at here, and nowhere else. */
export function readCard(form: URLSearchParams, nowMs: number): ChosenCard {
  const chosen = form.get('card') ?? '';
  const known = TEST_CARDS.find(({ behaviour }) => behaviour === chosen);
  if (known) return { behaviour: known.behaviour };
  const behaviour = cardOf(form.get('number') ?? '');
  const faults: CardFaults = {
    ...(!behaviour && {
      number: 'Only the test cards above are taken: this till takes no real card',
    }),
    ...(expiryFault(form.get('expiry') ?? '', nowMs) && {
      expiry: expiryFault(form.get('expiry') ?? '', nowMs) ?? '',
    }),
    ...(!/^\d{3,4}$/.test((form.get('code') ?? '').trim()) && {
      code: 'Write the three digits of the card',
    }),
  };
  if (behaviour && Object.keys(faults).length === 0) return { behaviour };
  return { faults, chosen: 'other' };
}

function field(
  name: keyof CardFaults,
  label: string,
  hint: string,
  { fault, isWide }: { readonly fault: string | undefined; readonly isWide?: boolean },
): Html {
  const about = fault ? html` aria-invalid="true" aria-describedby="${name}-fault"` : null;
  const said = fault ? html`<p class="error" id="${name}-fault">${fault}</p>` : null;
  return html`<div class="field ${isWide ? 'wide' : ''}"><label class="label" for="${name}">${label}</label><input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" placeholder="${hint}" maxlength="30"${about}>${said}</div>`;
}

/** The fields of a card: test cards to choose from, or one of their numbers typed. What was typed is never shown again. */
export function cardFields(chosen: string, faults: CardFaults = {}): Html {
  const radio = (value: string, title: string, text: string) =>
    html`<label class="radio"><input type="radio" name="card" value="${value}"${
      value === chosen ? html` checked` : null
    }><span><b>${title}</b><span class="muted">${text}</span></span></label>`;
  return html`<fieldset><legend>Test card</legend>${TEST_CARDS.map(({ behaviour, number, label }) =>
    radio(behaviour, label, grouped(number)),
  )}${radio('other', 'Type a card', 'One of these numbers')}<div class="fields typed">${field(
    'number',
    'Card number',
    '4242 4242 4242 4242',
    { fault: faults.number, isWide: true },
  )}${field('expiry', 'Expires', 'MM/YY', { fault: faults.expiry })}${field(
    'code',
    'Security code',
    '123',
    { fault: faults.code },
  )}</div></fieldset>`;
}
