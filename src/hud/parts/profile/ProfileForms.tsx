import { useQueryClient } from '@tanstack/react-query';
import { Controller, type FieldPath, FormProvider } from 'react-hook-form';
import { EXTERNAL_LINKS, type ExternalLinkName } from '../../../data/contract/accountOptions.ts';
import type { Profile } from '../../../data/contract/accounts.ts';
import { changeProfile } from '../../../data/queries/account.ts';
import { LINK_TITLES } from '../../../data/rules/account/profileLinks.ts';
import {
  bio,
  displayName,
  link,
  MAX_BIO,
  withScheme,
} from '../../../data/rules/account/validation.ts';
import { typedPeopleText } from '../../../data/rules/site/peopleText.ts';
import { setDisplayName } from '../../../data/stores/session.ts';
import { notify } from '../../../data/stores/ui.ts';
import { FormTextField } from '../../system/Form.tsx';
import { SubmitButton, Trouble } from '../../system/Submit.tsx';
import { TextArea } from '../../system/TextField.tsx';
import styles from '../forms/FormSection.module.css';
import { FormSection } from '../forms/FormSection.tsx';
import { useFormMutation, useKeptForm } from '../forms/useFormMutation.ts';
import pageStyles from '../Page.module.css';
import { troubleOf } from '../useSave.ts';
import { BannerField } from './BannerField.tsx';
import { PictureField } from './PictureField.tsx';
import { TrackField } from './TrackField.tsx';

interface ProfileValues {
  displayName: string;
  bio: string;
  links: Partial<Record<ExternalLinkName, string>>;
  /** A share of theirs, or '' for whatever is their latest. */
  bannerShareId: string;
}

function valuesOf(profile: Profile): ProfileValues {
  const { displayName: name, bio: text, externalLinks, bannerShareId } = profile;
  const links = Object.fromEntries(EXTERNAL_LINKS.map((one) => [one, externalLinks[one] ?? '']));
  return {
    displayName: name,
    bio: typedPeopleText(text),
    links,
    bannerShareId: bannerShareId ?? '',
  };
}

function linksOf(typed: ProfileValues['links']): ProfileValues['links'] {
  const filled = Object.entries(typed).map(([name, text]) => [name, withScheme(text)] as const);
  return Object.fromEntries(filled.filter(([, text]) => text !== ''));
}

/** Name, bio, banner and links, as everyone sees them. */
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
        bannerShareId: values.bannerShareId || null,
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
      <form className={pageStyles.sections} onSubmit={submit} noValidate>
        <FormSection
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
        </FormSection>
        <FormSection
          title="Banner"
          text="The rings of a rifff that you shared stand above your page."
        >
          <Controller
            control={form.control}
            name="bannerShareId"
            render={({ field: { value, onChange } }) => (
              <BannerField
                userId={profile.user_id}
                value={value}
                onChange={onChange}
                error={errors.bannerShareId?.message || undefined}
              />
            )}
          />
        </FormSection>
        <FormSection title="Links" text="Where else people find you. Leave out what you like.">
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
          <div className="row wrap gap12">
            <SubmitButton isBusy={isBusy}>Save profile</SubmitButton>
            {isDirty && !isBusy && <span className="muted">Not saved yet</span>}
            {!isDirty && isSent && <span className="muted">Saved</span>}
          </div>
        </FormSection>
      </form>
    </FormProvider>
  );
}

/** What everyone sees of the account: each part is saved by itself. */
export function ProfileForms({ profile }: { profile: Profile }) {
  return (
    <div className={pageStyles.sections}>
      <PictureField profile={profile} />
      <ProfileForm profile={profile} />
      <TrackField profile={profile} />
    </div>
  );
}
