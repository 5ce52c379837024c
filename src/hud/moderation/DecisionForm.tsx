import type { ReactNode } from 'react';
import { requiredText } from '../../data/rules/account/validation.ts';
import { notify } from '../../data/stores/ui.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextField } from '../kit/fields.tsx';
import { Button } from '../system/Button.tsx';
import styles from './Moderation.module.css';

/** Something that can be decided: what the button says, and what is said once it is done. */
export interface Choice {
  readonly title: string;
  readonly done: string;
  /** Makes the call. Rejects with the ApiError of the call, whose message is said. */
  decide(reason: string): Promise<unknown>;
}

interface DecisionFormProps {
  label: string;
  /** The first is the one that is meant when Enter is pressed in a form of one. */
  choices: readonly Choice[];
  /** Stands above the reason. */
  children?: ReactNode;
}

interface DecisionValues {
  reason: string;
  /** Place of the choice whose button was pressed. */
  choice: number;
}

/** A reason, which every decision needs, and what may be decided. */
export function DecisionForm({ label, choices, children }: DecisionFormProps) {
  const isOne = choices.length === 1;
  const form = useEntityForm<DecisionValues>({
    mode: 'onSubmit',
    start: { reason: '', choice: 0 },
    send: async ({ reason, choice }) => {
      const { decide, done } = choices[choice]!;
      await decide(reason.trim());
      form.reset();
      notify(done);
    },
  });
  return (
    <EntityForm form={form} className={styles.decide} isSentByEnter={isOne}>
      {children}
      <FormTextField<DecisionValues>
        name="reason"
        label={label}
        maxLength={500}
        rule={requiredText}
      />
      <div className="flex wrap gap8">
        {choices.map(({ title }, at) => (
          <Button
            key={title}
            type={isOne ? 'submit' : 'button'}
            size="sm"
            variant={at === 0 ? 'outlined' : 'bare'}
            data-choice={at}
            aria-disabled={form.isBusy}
            onClick={
              isOne
                ? undefined
                : () => {
                    form.setValue('choice', at);
                    void form.submit();
                  }
            }
          >
            {title}
          </Button>
        ))}
      </div>
    </EntityForm>
  );
}
