import { useQueryClient } from '@tanstack/react-query';
import { Controller, type FieldPath } from 'react-hook-form';
import { EXTERNAL_LINKS, type ExternalLinkName } from '../../../data/contract/accountOptions.ts';
import type { Profile } from '../../../data/contract/accounts.ts';
import {
  changeProfile,
  MAX_AVATAR_BYTES,
  removeAvatar,
  uploadAvatar,
} from '../../../data/queries/account.ts';
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
import { EntityForm, FormFoot, SavedWord, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextArea, FormTextField } from '../../kit/fields.tsx';
import { troubleOf } from '../../kit/useSave.ts';
import styles from '../forms/FormSection.module.css';
import { FormSection } from '../forms/FormSection.tsx';
import { PictureChoice } from '../forms/PictureChoice.tsx';
import pageStyles from '../Page.module.css';
import { PersonAvatar } from '../people/PersonAvatar.tsx';
import { BannerField } from './BannerField.tsx';
import { TrackField } from './TrackField.tsx';

/** The picture of the account. */
function PictureField({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  return (
    <PictureChoice
      title="Picture"
      text="At most 5 MB, cut to a square. Without one your initial stands in."
      src={profile.avatarUrl}
      maxBytes={MAX_AVATAR_BYTES}
      preview={(src) => (
        <PersonAvatar userId={profile.user_id} name={profile.displayName} src={src} size={96} />
      )}
      save={async (file) => {
        if (file) await uploadAvatar(profile.user_id, file);
        else await removeAvatar();
        await queries.invalidateQueries({ queryKey: ['profile'] });
        notify(file ? 'Your picture is there.' : 'Your picture is gone.');
      }}
    />
  );
}

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
  const form = useEntityForm<ProfileValues>({
    keptAs: `profile/${profile.user_id}`,
    start: valuesOf(profile),
    send: async (values) => {
      const saved = await changeProfile({
        displayName: values.displayName.trim(),
        bio: values.bio.trim(),
        externalLinks: linksOf(values.links),
        bannerShareId: values.bannerShareId || null,
      });
      form.reset(valuesOf(saved));
      setDisplayName(saved.displayName);
      notify('Your profile is saved.');
      await queries.invalidateQueries({ queryKey: ['profile'] });
    },
    fieldOf: (name) => name.replace(/^externalLinks\./, 'links.') as FieldPath<ProfileValues>,
    // It is long: the banner tells what a field out of sight says too.
    trouble: (failure) => ({ title: troubleOf(failure) }),
  });
  return (
    <EntityForm form={form} className={pageStyles.sections}>
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
        <FormTextArea<ProfileValues>
          name="bio"
          label="Bio"
          hint={`At most ${MAX_BIO} characters.`}
          rule={bio}
        />
      </FormSection>
      <FormSection
        title="Banner"
        text="The rings of a rifff that you shared stand above your page."
      >
        <Controller
          control={form.control}
          name="bannerShareId"
          render={({ field: { value, onChange }, fieldState }) => (
            <BannerField
              userId={profile.user_id}
              value={value}
              onChange={onChange}
              error={fieldState.error?.message || undefined}
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
        <FormFoot form={form} action="Save profile" beside={<SavedWord form={form} />} />
      </FormSection>
    </EntityForm>
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
