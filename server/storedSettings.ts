/**
 * Settings that administrators store in the database: the text of an environment variable, which wins over what is
 * stored. `docs/decisions/first-evening.md` says which may be stored and why.
 */
import type { SettingChanges, StoredSetting } from '../src/data/contract/setup.ts';
import { STORED_SETTINGS, type StoredSettingName } from '../src/data/contract/setupCalls.ts';
import { ValidationFailure } from './plugins/validation.ts';
import type { Database, Queries } from './ports/database/database.ts';
import { findRows, putRow, removeRows } from './ports/database/rows.ts';
import {
  readSettings,
  SECRETS,
  type Settings,
  type SettingTexts,
  settingFaults,
} from './settings.ts';
import { reasonOf, StartError } from './startError.ts';

/** Texts of stored settings by name. */
export type StoredTexts = { readonly [name in StoredSettingName]?: string };

/** When a change of each counts: what only a start opens, seeds or connects waits for it. */
const COUNTS: Readonly<Record<StoredSettingName, StoredSetting['counts']>> = {
  SERVER_NAME: 'at once',
  PUBLIC_URL: 'at the next start',
  SIGN_UPS: 'at once',
  SMTP_URL: 'at once',
  MAIL_FROM: 'at once',
  OPERATOR_NAME: 'at once',
  OPERATOR_CONTACT: 'at once',
  RONDO_DEMO: 'at the next start',
  RONDO_MARKET: 'at the next start',
  RONDO_PLANS: 'at the next start',
  BACKUP_FOLDER: 'at once',
  BACKUP_SCHEDULE: 'at once',
  BACKUP_KEEP: 'at once',
};

/** What of the settings the stored ones decide. */
const decidedBy = ({
  serverName,
  publicUrl,
  demo,
  smtpUrl,
  mailFrom,
  accounts,
  site,
  market,
  plans,
  backup,
}: Settings) => ({
  serverName,
  publicUrl,
  demo,
  smtpUrl,
  mailFrom,
  accounts,
  site,
  market,
  plans,
  backup,
});

async function read(queries: Queries): Promise<StoredTexts> {
  const rows = await findRows(queries, 'storedSettings', { name: [...STORED_SETTINGS] });
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The settings with these texts besides what the environment sets. Throws a `StartError` as `readSettings` does. */
function withTexts(settings: Settings, stored: StoredTexts): Settings {
  const { environment } = settings.given;
  const read = readSettings({ ...stored, ...environment });
  return { ...settings, ...decidedBy(read), given: { environment, stored } };
}

/**
 * The settings of a start: what the environment says, and besides it what is stored. A stored text that does not fit any
 * more, to another version or to what the environment says now, is left out and said: a server has to start for
 * an administrator to mend it.
 */
export async function readStored(
  database: Pick<Database, 'queries'>,
  settings: Settings,
  warn: (sentence: string) => void,
): Promise<Settings> {
  const stored = await read(database.queries);
  try {
    return withTexts(settings, stored);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
  }
  let known: Settings = settings;
  for (const [name, text] of Object.entries(stored)) {
    try {
      known = withTexts(settings, { ...known.given.stored, [name]: text });
    } catch (error) {
      warn(`A stored setting is not used. ${reasonOf(error)}`);
    }
  }
  return known;
}

/** The text of a change as it is stored: an empty one takes back what is stored, as null does. */
const textOf = (text: string | null | undefined) => text?.trim() || null;

/**
 * Throws a `ValidationFailure` with a sentence for each change that the environment has decided or that is not good, alone
 * or beside what there is.
 */
function check(settings: Settings, stored: StoredTexts, changes: SettingChanges): StoredTexts {
  const { environment } = settings.given;
  const faults: Record<string, string> = {};
  const next: Record<string, string | undefined> = { ...stored };
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(changes)) {
    const text = textOf(value);
    if (environment[name] !== undefined) {
      faults[name] = 'is set by the environment of the server, and only there can it be changed';
    } else if (text === null) delete next[name];
    else {
      next[name] = text;
      given[name] = text;
    }
  }
  Object.assign(faults, settingFaults(given));
  if (Object.keys(faults).length > 0) throw new ValidationFailure(faults);
  try {
    withTexts(settings, next);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // Good for itself, but not beside the others.
    const about = Object.keys(changes).find((name) => error.message.includes(name));
    const reason = error.message.replace(/^The setting .*, but it (must be .*)\.$/s, '$1');
    throw new ValidationFailure({ [about ?? Object.keys(changes)[0]!]: reason });
  }
  return next;
}

/** What is stored in this database. */
export function storedSettings(database: Database) {
  return {
    read: () => read(database.queries),

    /**
     * Stores changes, all or none.
     * @param settings of this server, whose environment wins
     * @param within is done in the same transaction, with the names that change
     * @throws ValidationFailure with a sentence for each setting that is refused
     */
    store: (
      changes: SettingChanges,
      settings: Settings,
      within: (queries: Queries, names: readonly StoredSettingName[]) => Promise<unknown>,
    ): Promise<StoredTexts> =>
      database.transaction(async (transaction) => {
        await database.lock(transaction, 'stored-settings');
        const stored = await read(transaction);
        const next = check(settings, stored, changes);
        const changed = STORED_SETTINGS.filter((name) => stored[name] !== next[name]);
        for (const name of changed) {
          const value = next[name];
          if (value === undefined) await removeRows(transaction, 'storedSettings', { name });
          else
            await putRow(transaction, 'storedSettings', { name }, { value, changed: Date.now() });
        }
        if (changed.length > 0) await within(transaction, changed);
        return next;
      }),
  };
}

/** How each setting stands. @param stored as it is now */
export const presentStored = (settings: Settings, stored: StoredTexts): StoredSetting[] =>
  STORED_SETTINGS.map((name) => {
    const { environment, stored: inUse } = settings.given;
    const isSecret = SECRETS.has(name);
    const value = environment[name] ?? stored[name] ?? null;
    const isOwn = environment[name] === undefined;
    const source = !isOwn ? 'environment' : stored[name] === undefined ? 'default' : 'stored';
    return {
      name,
      value: isSecret ? null : value,
      isSet: value !== null,
      isSecret,
      source,
      counts: COUNTS[name],
      isWaiting: isOwn && stored[name] !== inUse[name],
    };
  });

/** Settings that change while the server runs. Who keeps the object, or one of the objects in it, sees the change. */
export interface LiveSettings {
  readonly settings: Settings;
  /** Lets what is stored now count, as far as it need not wait for a start. */
  renew(stored: StoredTexts): void;
}

/** Settings of one server, beginning with those of its start. */
export function liveSettings(first: Settings): LiveSettings {
  const settings = { ...first, accounts: { ...first.accounts }, site: { ...first.site } };
  const isAtOnce = (name: string) => COUNTS[name as StoredSettingName] === 'at once';
  const part = (texts: SettingTexts, wanted: boolean) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => isAtOnce(name) === wanted));
  return {
    settings,
    renew(stored) {
      const texts = { ...part(first.given.stored, false), ...part(stored, true) };
      const next = withTexts(first, texts);
      const { accounts, site, ...rest } = decidedBy(next);
      Object.assign(settings.accounts, accounts);
      Object.assign(settings.site, site);
      Object.assign(settings, rest, { given: next.given });
    },
  };
}
