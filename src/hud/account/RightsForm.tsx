import { useState } from 'react';
import { LICENSES } from '../../data/contract/accountOptions.ts';
import type { AccessRights } from '../../data/contract/accounts.ts';
import { SubmitButton, Trouble } from '../system/Form.tsx';
import styles from './AccountPanels.module.css';
import { AccountSection } from './AccountSection.tsx';
import { useSaving } from './useSaving.ts';

type Rights = Pick<AccessRights, 'access' | 'license'>;

/** What each choice means, without legal words. */
const ACCESS_WORDS: Readonly<Record<Rights['access'], readonly [string, string]>> = {
  none: ['Nobody', 'Your loops and rifffs are heard where you share them, and nowhere else.'],
  listen: ['Everyone may listen', 'Other people may also find and hear what you have not shared.'],
  download: ['Everyone may listen and download', 'Other people may also take your loops as files.'],
};
const LICENSE_WORDS: Readonly<Record<Rights['license'], string>> = {
  'all-rights-reserved': 'Outside Rondo nobody may use it without asking you.',
  'cc0-1.0': 'Anyone may do anything with it. You give up your rights.',
  'cc-by-4.0': 'Anyone may use it if they name you.',
  'cc-by-sa-4.0': 'Anyone may use it if they name you and share their work in the same way.',
  'cc-by-nc-4.0': 'Anyone may use it if they name you and earn nothing with it.',
  'cc-by-nc-sa-4.0':
    'Anyone may use it if they name you, earn nothing with it and share their work in the same way.',
};

interface ChoiceProps {
  group: string;
  title: string;
  text: string;
  isChosen: boolean;
  onChoose(): void;
}

function Choice({ group, title, text, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
      <span>
        <b>{title}</b>
        <span className="muted">{text}</span>
      </span>
    </label>
  );
}

export interface RightsFormProps {
  rights: Rights;
  onSave(rights: Rights): Promise<void>;
}

/** Who may use what the account makes from now on, and under which licence. */
export function RightsForm({ rights, onSave }: RightsFormProps) {
  const [chosen, setChosen] = useState<Rights>({ access: rights.access, license: rights.license });
  const { isBusy, trouble, run } = useSaving();
  const isSame = chosen.access === rights.access && chosen.license === rights.license;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => onSave(chosen));
      }}
    >
      <AccountSection
        title="What others may do"
        text={
          <>
            <p>It is written on every loop and rifff when you make it, and stays on it.</p>
            <p>Remixing inside Rondo is always allowed and always names you.</p>
          </>
        }
      >
        <fieldset className={styles.choices}>
          <legend>Who may reach what you make</legend>
          {(Object.keys(ACCESS_WORDS) as Rights['access'][]).map((access) => (
            <Choice
              key={access}
              group="access"
              title={ACCESS_WORDS[access][0]}
              text={ACCESS_WORDS[access][1]}
              isChosen={chosen.access === access}
              onChoose={() => setChosen({ ...chosen, access })}
            />
          ))}
        </fieldset>
        <fieldset className={styles.choices}>
          <legend>Licence</legend>
          {LICENSES.map(({ slug, title }) => (
            <Choice
              key={slug}
              group="license"
              title={title}
              text={LICENSE_WORDS[slug]}
              isChosen={chosen.license === slug}
              onChoose={() => setChosen({ ...chosen, license: slug })}
            />
          ))}
        </fieldset>
        <Trouble title={trouble} />
        <div className={styles.actions}>
          <SubmitButton isBusy={isBusy}>Save</SubmitButton>
          {!isSame && <span className={styles.saved}>Not saved yet</span>}
        </div>
      </AccountSection>
    </form>
  );
}
