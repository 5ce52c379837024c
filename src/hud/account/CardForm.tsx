import { cardCode, spelledCode } from '../../data/rules/account/classText.ts';
import { EntityForm, useEntityForm, useReportFilled } from '../kit/EntityForm.tsx';
import { FormTextField } from '../kit/fields.tsx';
import type { Failure } from '../kit/useSave.ts';
import { troubleOf } from '../kit/useSave.ts';
import type { TroubleProps } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';

/** What went wrong with the code of a card, and what to do. */
export function cardTrouble(failure: Failure): TroubleProps {
  if (failure.status !== 401 && failure.status !== 400) return { title: troubleOf(failure) };
  return {
    title: 'This code signs no one in.',
    more: 'Look at your card once more. If it is right, the card has ended: your teacher makes you a new one.',
  };
}

interface CardFormProps {
  /** Signs in. Rejects with the ApiError of the call. */
  signIn(code: string): Promise<unknown>;
  /** The code that was scanned and did not hold, and what is said of it. */
  start: string;
  trouble: TroubleProps | null;
  onFilled(share: number): void;
}

/** The code of a card, typed in any spelling. */
export function CardForm({ signIn, start, trouble, onFilled }: CardFormProps) {
  const form = useEntityForm<{ code: string }>({
    mode: 'onSubmit',
    start: { code: spelledCode(start) },
    send: ({ code }) => signIn(code),
    trouble: cardTrouble,
    focus: () => 'code',
  });
  useReportFilled([cardCode(form.watch('code'))], onFilled);
  const shown = form.trouble.title || !trouble || form.formState.isDirty ? form.trouble : trouble;
  return (
    <EntityForm
      form={{ ...form, trouble: shown }}
      className={styles.form}
      action="Come in"
      label="The code of your card"
    >
      <FormTextField<{ code: string }>
        name="code"
        label="Code of your card"
        className={styles.bigField}
        placeholder="ABCD-EFGH-JKLM"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        hint="Large or small letters, with or without dashes."
        rule={cardCode}
      />
    </EntityForm>
  );
}
