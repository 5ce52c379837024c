import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkedProvider, LinkedProviders } from '../../data/contract/providers.ts';
import { refreshLinked, unlinkProvider } from '../../data/queries/providers.ts';
import { dateText } from '../../data/stores/locale.ts';
import { notify } from '../../data/stores/ui.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { useSite } from '../parts/page/page.ts';
import { ProviderButtons } from '../parts/providers/ProviderButtons.tsx';
import { Button } from '../system/Button.tsx';
import styles from './AccountPanels.module.css';

/** Accounts elsewhere that sign in to this one; nothing on a server without any. */
export function LinkedSection({ linked }: Pick<LinkedProviders, 'linked'>) {
  const queries = useQueryClient();
  const providers = useSite()?.providers ?? [];
  const others = providers.filter(({ id }) => !linked.some(({ provider }) => provider === id));
  const [asked, setAsked] = useState<LinkedProvider | null>(null);
  if (providers.length === 0 && linked.length === 0) return null;
  const unlink = async ({ id }: LinkedProvider) => {
    await unlinkProvider(id);
    await refreshLinked(queries);
    notify('The account is unlinked. It signs you in no more.');
  };
  return (
    <FormSection
      title="Accounts elsewhere"
      text="With an account that you have at your school, company or club you sign in without a password here."
    >
      {linked.length > 0 && (
        <ul className="lineAbove">
          {linked.map((link) => (
            <li key={link.id} className="row gap16 tall64 lineBelow">
              <div className={`fill ${styles.what}`}>
                <p>{link.name}</p>
                <p className="t13 muted anywhere">
                  {`${link.label}, linked ${dateText(link.created)}`}
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`Unlink ${link.name}, ${link.label}`}
                onClick={() => setAsked(link)}
              >
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ProviderButtons
        providers={others.map(({ id, name }) => ({ id, button: `Link ${name}` }))}
        intent="link"
        back={() => '/account?tab=sign-in'}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title="Unlink this account?"
        deed="Unlink"
        run={() => asked && unlink(asked)}
      >
        <p className="anywhere">{`${asked?.name} does not open your account any more.`}</p>
      </ConfirmDialog>
    </FormSection>
  );
}
