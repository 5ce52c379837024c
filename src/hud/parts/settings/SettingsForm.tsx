import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SettingChanges, StoredSetting } from '../../../data/contract/setup.ts';
import type { StoredSettingName } from '../../../data/contract/setupCalls.ts';
import { storedSettingsQuery, useStoreSettings } from '../../../data/queries/setup.ts';
import { FormRadioRows } from '../../kit/choices.tsx';
import { EntityForm, FormFoot, SavedWord, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextField } from '../../kit/fields.tsx';
import { useSave } from '../../kit/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { TextField } from '../../system/TextField.tsx';
import { FormSection, PanelState } from '../forms/FormSection.tsx';
import { BackUpNow } from './BackUpNow.tsx';
import { SETTING_GROUPS, type SettingGroup, type SettingWords } from './settingGroups.ts';
import { TestMail } from './TestMail.tsx';

type Values = Record<StoredSettingName, string>;
type ByName = ReadonlyMap<StoredSettingName, StoredSetting>;

/** What stands in the field of a setting. A secret is never shown, so its field begins empty. */
const textOf = ({ usual = '' }: SettingWords, setting: StoredSetting) =>
  setting.isSecret ? '' : (setting.value ?? usual);

/** The hint of a setting with what it means for now. */
function hintOf({ hint }: SettingWords, { isSet, isSecret, isWaiting, counts }: StoredSetting) {
  const parts = [
    isSecret && isSet ? 'One is set: what you type takes its place.' : undefined,
    hint,
    isWaiting
      ? 'Stored. It counts once the server has been started again.'
      : counts === 'at the next start'
        ? 'A change counts when the server starts the next time.'
        : undefined,
  ];
  return parts.filter(Boolean).join(' ') || undefined;
}

/** A setting that the host of the server made: shown, and not to be changed here. */
function GivenField({ words, setting }: { words: SettingWords; setting: StoredSetting }) {
  const { choices } = words;
  const { value, name } = setting;
  const title = choices?.find((choice) => choice.value === value)?.title ?? value;
  return (
    <TextField
      label={words.label}
      value={title ?? 'Set'}
      readOnly
      hint={`Set by the environment of the server (${name}): it can be changed only there.`}
    />
  );
}

function SettingField({ words, setting }: { words: SettingWords; setting: StoredSetting }) {
  const { name, label, choices } = words;
  const hint = hintOf(words, setting);
  if (setting.source === 'environment') return <GivenField words={words} setting={setting} />;
  if (choices) {
    return (
      <div className="stack gap8">
        <FormRadioRows<Values> name={name} legend={label} rows={choices} />
        {setting.isWaiting && <p className="t13 muted">{hint}</p>}
      </div>
    );
  }
  return (
    <FormTextField<Values>
      name={name}
      label={label}
      hint={hint}
      spellCheck={false}
      autoCapitalize="none"
      {...(setting.isSecret && { type: 'password', autoComplete: 'new-password' })}
    />
  );
}

/** Takes a secret away, which an empty field cannot say. */
function RemoveSecret({ words, setting }: { words: SettingWords; setting: StoredSetting }) {
  const { mutateAsync } = useStoreSettings();
  const save = useSave(() => mutateAsync({ [setting.name]: null }));
  if (!setting.isSecret || setting.source !== 'stored') return null;
  return (
    <>
      <Trouble title={save.trouble} />
      <div>
        <Button size="xs" aria-busy={save.isBusy} onClick={() => void save.run(undefined)}>
          Remove the {words.label.toLowerCase()}
        </Button>
      </div>
    </>
  );
}

interface GroupFormProps {
  group: SettingGroup;
  settings: ByName;
  children?: ReactNode;
}

/** One group with its button; only what was changed is sent. */
function GroupForm({ group, settings, children }: GroupFormProps) {
  const { mutateAsync } = useStoreSettings();
  const shown = group.settings.flatMap((words) => {
    const setting = settings.get(words.name);
    return setting ? [{ words, setting }] : [];
  });
  const own = shown.filter(({ setting }) => setting.source !== 'environment');
  const start = Object.fromEntries(
    own.map(({ words, setting }) => [words.name, textOf(words, setting)]),
  ) as Values;
  const form = useEntityForm<Values>({
    start,
    values: start,
    mode: 'onSubmit',
    send: async (typed) => {
      const changes: SettingChanges = {};
      for (const { words } of own) {
        const text = typed[words.name].trim();
        if (text !== start[words.name]) changes[words.name] = text || null;
      }
      await mutateAsync(changes);
      form.reset(typed);
    },
  });
  return (
    <FormSection title={group.title} text={group.text}>
      <EntityForm form={form} label={group.title}>
        {shown.map(({ words, setting }) => (
          <SettingField key={words.name} words={words} setting={setting} />
        ))}
        {own.length > 0 && (
          <FormFoot
            form={form}
            action="Save"
            variant="outlined"
            beside={<SavedWord form={form} />}
          />
        )}
      </EntityForm>
      {shown.map(({ words, setting }) => (
        <RemoveSecret key={words.name} words={words} setting={setting} />
      ))}
      {children}
    </FormSection>
  );
}

/** What can be tried of a group. */
const TRIALS: Partial<Record<SettingGroup['id'], () => ReactNode>> = {
  mail: TestMail,
  backup: BackUpNow,
};

/** The settings that administrators may store, in groups, each with a button of its own. */
export function SettingsForm() {
  const query = useQuery(storedSettingsQuery);
  if (!query.data) return <PanelState error={query.error} onRetry={() => void query.refetch()} />;
  const settings: ByName = new Map(query.data.map((setting) => [setting.name, setting]));
  return SETTING_GROUPS.map((group) => {
    const Trial = TRIALS[group.id];
    return (
      <GroupForm key={group.id} group={group} settings={settings}>
        {Trial && <Trial />}
      </GroupForm>
    );
  });
}
