import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { changeSettings } from '../../data/auth.ts';
import { DEFAULT_LICENSE, LICENSES } from '../../data/contract/accountOptions.ts';
import type { AccessRights } from '../../data/contract/accounts.ts';
import { accessRightsQuery, useChangeAccessRights } from '../../data/queries/account.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { FormRadioRows } from '../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { useSave } from '../kit/useSave.ts';
import { FormSection, PanelState } from '../parts/forms/FormSection.tsx';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { LicenceLine } from '../parts/shares/LicenceLine.tsx';
import { Checkbox } from '../system/Checkbox.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './AccountPanels.module.css';
import { ConfirmationSection } from './ConfirmationSection.tsx';

function MailSection() {
  const settings = useSnapshot(session).user?.settings;
  const { isBusy, trouble, run } = useSave(
    async ({
      productUpdates,
      answerMails,
    }: {
      productUpdates?: boolean;
      answerMails?: boolean;
    }) => {
      await changeSettings({
        ...(productUpdates !== undefined && { productUpdates }),
        ...(answerMails !== undefined && { answerMails }),
      });
      if (productUpdates !== undefined) {
        notify(productUpdates ? 'News comes by mail now.' : 'No news by mail any more.');
      } else {
        notify(answerMails ? 'Answers come by mail now.' : 'No mail about answers any more.');
      }
    },
  );
  if (!settings) return null;
  return (
    <FormSection
      title="Mail"
      text="Mail about your own account (a new password, a device that signs in) is always sent."
    >
      <p className={`fill ${styles.what}`}>
        To <b>{settings.email}</b>
      </p>
      <Trouble title={trouble} />
      <Checkbox
        isChecked={settings.productUpdates}
        disabled={isBusy}
        onCheckedChange={(isChecked) => void run({ productUpdates: isChecked })}
      >
        Mail me now and then about what is new
      </Checkbox>
      <Checkbox
        isChecked={settings.answerMails}
        disabled={isBusy}
        onCheckedChange={(isChecked) => void run({ answerMails: isChecked })}
      >
        Mail me when a rifff of mine is answered
      </Checkbox>
    </FormSection>
  );
}

type Rights = Pick<AccessRights, 'access' | 'license'>;

/** What each choice means, without legal words. */
const ACCESS_ROWS: readonly { value: Rights['access']; title: string; text: string }[] = [
  {
    value: 'none',
    title: 'No one',
    text: 'Your loops and rifffs are heard where you share them, and nowhere else.',
  },
  {
    value: 'listen',
    title: 'Everyone may listen',
    text: 'Other people may also find and hear what you have not shared.',
  },
  {
    value: 'download',
    title: 'Everyone may listen and download',
    text: 'Other people may also take your loops as files.',
  },
];
const LICENSE_WORDS: Readonly<Record<Rights['license'], string>> = {
  'all-rights-reserved': 'Outside Rondo no one may use it without asking you.',
  'cc0-1.0': 'Anyone may do anything with it. You give up your rights.',
  'cc-by-4.0': 'Anyone may use it if they name you.',
  'cc-by-sa-4.0': 'Anyone may use it if they name you and share their work in the same way.',
  'cc-by-nc-4.0': 'Anyone may use it if they name you and earn nothing with it.',
  'cc-by-nc-sa-4.0':
    'Anyone may use it if they name you, earn nothing with it and share their work in the same way.',
  'cc-by-nd-4.0': 'Anyone may pass it on as it is if they name you. Remixes stay inside Rondo.',
  'cc-by-nc-nd-4.0':
    'Anyone may pass it on as it is if they name you and earn nothing with it. Remixes stay inside Rondo.',
};
const LICENSE_ROWS = LICENSES.map(({ slug, title, code }) => ({
  value: slug,
  title: slug === DEFAULT_LICENSE ? title : `${title} (${code})`,
  text: LICENSE_WORDS[slug],
}));

/** Who may use what the account makes from now on, and under which licence. */
function RightsForm({ known }: { known: Rights }) {
  const change = useChangeAccessRights();
  const { access, license } = known;
  const form = useEntityForm<Rights>({
    start: { access, license },
    values: { access, license },
    send: async (rights) => {
      await change.mutateAsync(rights);
      notify('Saved. It holds for what you make from now on.');
    },
  });
  const chosen = form.watch('license');
  return (
    <FormSection
      title="What others may do"
      text={
        <>
          <p>Who may listen holds at once, for everything that you keep in your jam.</p>
          <p>
            Leave to download and the licence are written on every loop and rifff when you make it,
            and stay on it.
          </p>
          <p>Remixing inside Rondo is always allowed and always names you.</p>
        </>
      }
    >
      <EntityForm
        form={form}
        action="Save"
        beside={form.formState.isDirty && <span className="muted">Not saved yet</span>}
      >
        <FormRadioRows<Rights>
          name="access"
          legend="Who may reach what you make"
          rows={ACCESS_ROWS}
        />
        <FormRadioRows<Rights> name="license" legend="Licence" rows={LICENSE_ROWS} />
        {chosen !== DEFAULT_LICENSE && (
          <p>
            What it says in full: <LicenceLine licence={chosen} />
          </p>
        )}
      </EntityForm>
    </FormSection>
  );
}

/** Mail, and who may use what the account makes. */
export function SettingsPanel() {
  const { data, error, refetch } = useQuery(onPage(accessRightsQuery));
  return (
    <div className={page.sections}>
      <ConfirmationSection />
      <MailSection />
      {data ? (
        <RightsForm known={data} />
      ) : (
        <PanelState error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
