import { useQuery } from '@tanstack/react-query';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import {
  MAX_CODE_BATCH,
  MAX_CODE_MONTHS,
  MAX_CODE_USES,
  PLUS_PRODUCT,
} from '../../data/contract/constants.ts';
import type { Code } from '../../data/contract/plans.ts';
import { collectionsQuery, useCodeChanges } from '../../data/queries/plans.ts';
import { useFormMutation } from '../parts/forms/useFormMutation.ts';
import { useReader } from '../parts/shares/useReader.ts';
import { FormTextField } from '../system/Form.tsx';
import { Select } from '../system/Select.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
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
  ...{ product: PLUS_PRODUCT, months: '1', count: '1', uses: '1', days: '', note: '' },
};
/** Fields of the form by what the call calls them. */
const FIELDS: Readonly<Record<string, keyof CodeValues>> = { maxUses: 'uses' };

const isWhole = (text: string, most: number) =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
const within = (most: number) => (text: string) =>
  isWhole(text, most) || `A whole number from 1 to ${most}`;
const withinOrEmpty = (most: number) => (text: string) =>
  text.trim() === '' || isWhole(text, most) || `Empty, or a whole number from 1 to ${most}`;

function useProducts(): { value: string; title: string }[] {
  const collections = useQuery(collectionsQuery('us', useReader())).data ?? [];
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
  const form = useForm<CodeValues>({ mode: 'onTouched', defaultValues: DEFAULTS });
  const isPlus = form.watch('product') === PLUS_PRODUCT;
  const { submit, isBusy, trouble } = useFormMutation(form, {
    send: async ({ product, months, count, uses, days, note }) => {
      onMade([]);
      const codes = await make.mutateAsync({
        ...{ product, note: note.trim(), count: Number(count), maxUses: Number(uses) },
        months: product === PLUS_PRODUCT && months.trim() ? Number(months) : null,
        days: days.trim() ? Number(days) : null,
      });
      onMade(codes);
      form.reset({ ...DEFAULTS, product, months });
    },
    fieldOf: (name) => FIELDS[name] ?? (name as keyof CodeValues),
  });
  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.codeFields}>
          <Controller
            control={form.control}
            name="product"
            render={({ field: { value, onChange } }) => (
              <Select
                label="What it gives"
                value={value}
                options={products}
                onValueChange={onChange}
              />
            )}
          />
          {isPlus && (
            <FormTextField<CodeValues>
              name="months"
              label="Months (empty: for good)"
              inputMode="numeric"
              rule={withinOrEmpty(MAX_CODE_MONTHS)}
            />
          )}
          <FormTextField<CodeValues>
            name="count"
            label="How many codes"
            inputMode="numeric"
            rule={within(MAX_CODE_BATCH)}
          />
          <FormTextField<CodeValues>
            name="uses"
            label="People for each"
            inputMode="numeric"
            rule={within(MAX_CODE_USES)}
          />
          <FormTextField<CodeValues>
            name="days"
            label="Days (empty: no end)"
            inputMode="numeric"
            rule={withinOrEmpty(MAX_DAYS)}
          />
          <FormTextField<CodeValues>
            name="note"
            label="What they are for (only administrators see it)"
            className={styles.note}
            maxLength={NOTE_CHARACTERS}
          />
        </div>
        <Trouble {...trouble} />
        <div>
          <SubmitButton isBusy={isBusy}>Make codes</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
