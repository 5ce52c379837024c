import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import {
  MAX_CODE_BATCH,
  MAX_CODE_MONTHS,
  MAX_CODE_USES,
  PLUS_PRODUCT,
} from '../../data/contract/constants.ts';
import type { Code } from '../../data/contract/plans.ts';
import { collectionsQuery, useCodeChanges } from '../../data/queries/plans.ts';
import { wholeNumber } from '../../data/rules/account/validation.ts';
import { FormSelect } from '../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextField } from '../kit/fields.tsx';
import styles from './Moderation.module.css';

interface CodeValues {
  product: string;
  months: string;
  count: string;
  uses: string;
  days: string;
  note: string;
}

const MAX_DAYS = 3650;
const NOTE_CHARACTERS = 80;
const DEFAULTS: CodeValues = {
  product: PLUS_PRODUCT,
  months: '1',
  count: '1',
  uses: '1',
  days: '',
  note: '',
};
/** Fields of the form by what the call calls them. */
const FIELDS: Readonly<Record<string, keyof CodeValues>> = { maxUses: 'uses' };

const within = (most: number) => (text: string) => wholeNumber(text, 1, most);
const withinOrEmpty = (most: number) => (text: string) =>
  text.trim() === '' ||
  wholeNumber(text, 1, most) === true ||
  `Empty, or a whole number from 1 to ${most}`;

function useProducts(): { value: string; title: string }[] {
  const collections = useQuery(collectionsQuery('us')).data ?? [];
  return [
    { value: PLUS_PRODUCT, title: 'Plus' },
    ...collections.map(({ product, name }) => ({ value: product, title: name })),
  ];
}

/** What products are called; those that are not here any more by their own name. */
export function useProductNames(): (product: string) => string {
  const products = useProducts();
  return (product) => products.find(({ value }) => value === product)?.title ?? product;
}

/** Makes codes: of what, for how long, for how many people, how many of them. */
export function NewCodesForm({ onMade }: { onMade(codes: readonly Code[]): void }) {
  const { make } = useCodeChanges();
  const products = useProducts();
  const form = useEntityForm<CodeValues>({
    start: DEFAULTS,
    send: async ({ product, months, count, uses, days, note }) => {
      onMade([]);
      const codes = await make.mutateAsync({
        product,
        note: note.trim(),
        count: Number(count),
        maxUses: Number(uses),
        months: product === PLUS_PRODUCT && months.trim() ? Number(months) : null,
        days: days.trim() ? Number(days) : null,
      });
      onMade(codes);
      form.reset({ ...DEFAULTS, product, months });
    },
    fieldOf: (name) => FIELDS[name] ?? (name as keyof CodeValues),
  });
  const isPlus = form.watch('product') === PLUS_PRODUCT;
  return (
    <EntityForm form={form} className={styles.form} action="Make codes">
      <div className={styles.codeFields}>
        <FormSelect<CodeValues> name="product" label="What it gives" options={products} />
        {isPlus && (
          <NumberField
            name="months"
            label="Months (empty: for good)"
            rule={withinOrEmpty(MAX_CODE_MONTHS)}
          />
        )}
        <NumberField name="count" label="How many codes" rule={within(MAX_CODE_BATCH)} />
        <NumberField name="uses" label="People for each" rule={within(MAX_CODE_USES)} />
        <NumberField name="days" label="Days (empty: no end)" rule={withinOrEmpty(MAX_DAYS)} />
        <FormTextField<CodeValues>
          name="note"
          label="What they are for (only administrators see it)"
          className={styles.note}
          maxLength={NOTE_CHARACTERS}
        />
      </div>
    </EntityForm>
  );
}

function NumberField(props: ComponentProps<typeof FormTextField<CodeValues>>) {
  return <FormTextField<CodeValues> {...props} inputMode="numeric" />;
}
