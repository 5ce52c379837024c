import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FieldPath, FormProvider } from 'react-hook-form';
import { EXTERNAL_LINKS, type ExternalLinkName } from '../../data/contract/accountOptions.ts';
import type { Profile } from '../../data/contract/accounts.ts';
import { changeProfile } from '../../data/queries/account.ts';
import { profileQuery } from '../../data/queries/profiles.ts';
import { LINK_TITLES } from '../../data/rules/account/profileLinks.ts';
import {
  bio,
  displayName,
  link,
  MAX_BIO,
  withScheme,
} from '../../data/rules/account/validation.ts';
import { typedPeopleText } from '../../data/rules/site/peopleText.ts';
import { setDisplayName } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { onPage } from '../parts/page/page.ts';
import { troubleOf } from '../parts/useSave.ts';
import { FormTextField, SubmitButton, Trouble } from '../system/Form.tsx';
import { TextArea } from '../system/TextField.tsx';
import styles from './AccountPanels.module.css';
import { AccountSection, PanelState } from './AccountSection.tsx';
import { PictureField } from './PictureField.tsx';
import { TrackField } from './TrackField.tsx';
import { useFormMutation, useKeptForm } from './useFormMutation.ts';

interface ProfileValues {
  displayName: string;
  bio: string;
  links: Partial<Record<ExternalLinkName, string>>;
}

function valuesOf({ displayName: name, bio: text, externalLinks }: Profile): ProfileValues {
  const links = Object.fromEntries(EXTERNAL_LINKS.map((one) => [one, externalLinks[one] ?? '']));
  return { displayName: name, bio: typedPeopleText(text), links };
}

function linksOf(typed: ProfileValues['links']): ProfileValues['links'] {
  const filled = Object.entries(typed).map(([name, text]) => [name, withScheme(text)] as const);
  return Object.fromEntries(filled.filter(([, text]) => text !== ''));
}

/** Name, bio and links, as everyone sees them. */
function ProfileForm({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const form = useKeptForm<ProfileValues>(`profile/${profile.user_id}`, valuesOf(profile));
  const { errors, isDirty } = form.formState;
  const { submit, isBusy, isSent, trouble } = useFormMutation(form, {
    send: async (values) => {
      const saved = await changeProfile({
        displayName: values.displayName.trim(),
        bio: values.bio.trim(),
        externalLinks: linksOf(values.links),
      });
      form.forget();
      form.reset(valuesOf(saved));
      setDisplayName(saved.displayName);
      notify('Your profile is saved.');
      await queries.invalidateQueries({ queryKey: ['profile'] });
    },
    fieldOf: (name) => name.replace(/^externalLinks\./, 'links.') as FieldPath<ProfileValues>,
    trouble: (failure) => ({ title: troubleOf(failure) }),
  });
  return (
    <FormProvider {...form}>
      <form className={styles.sections} onSubmit={submit} noValidate>
        <AccountSection
          title="About you"
          text="Everyone can read this. The name may change, the user name never does."
        >
          <FormTextField<ProfileValues>
            name="displayName"
            label="Name"
            autoComplete="nickname"
            rule={displayName}
          />
          <TextArea
            label="Bio"
            hint={`At most ${MAX_BIO} characters.`}
            error={errors.bio?.message || undefined}
            {...form.register('bio', { validate: bio })}
          />
        </AccountSection>
        <AccountSection title="Links" text="Where else people find you. Leave out what you like.">
          <div className={styles.links}>
            {EXTERNAL_LINKS.map((name) => (
              <FormTextField<ProfileValues>
                key={name}
                name={`links.${name}`}
                label={LINK_TITLES[name]}
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
                rule={link}
              />
            ))}
          </div>
          <Trouble {...trouble} />
          <div className={styles.actions}>
            <SubmitButton isBusy={isBusy}>Save profile</SubmitButton>
            {isDirty && !isBusy && <span className={styles.saved}>Not saved yet</span>}
            {!isDirty && isSent && <span className={styles.saved}>Saved</span>}
          </div>
        </AccountSection>
      </form>
    </FormProvider>
  );
}

/** What everyone sees of the account. */
export function ProfilePanel({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(onPage(profileQuery(userId)));
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.sections}>
      <PictureField profile={data} />
      <ProfileForm profile={data} />
      <TrackField profile={data} />
    </div>
  );
}
