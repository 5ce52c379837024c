import * as z from 'zod';
import { TokenSchema } from './fields.ts';
import { STORED_SETTINGS } from './setupCalls.ts';

/** Most characters of a setting, as an environment variable would have it. */
const MOST_CHARACTERS = 2000;

/** The single-use token of the link that a server prints at its start. */
export const SetupLinkBodySchema = z.strictObject({ token: TokenSchema });

/** Until when a link holds, in milliseconds since the epoch. */
export const SetupLinkSchema = z.object({ expires: z.number() });

/** A setting as administrators see it. */
export const StoredSettingSchema = z.object({
  name: z.enum(STORED_SETTINGS),
  /** The text that counts; null where none is set, and always null of a secret. */
  value: z.string().nullable(),
  /** Is there a text? Of a secret this is all that is told. */
  isSet: z.boolean(),
  isSecret: z.boolean(),
  /** `environment`: the host of the server set it, and only they can change it. */
  source: z.enum(['environment', 'stored', 'default']),
  /** When a change of it counts. */
  counts: z.enum(['at once', 'at the next start']),
  /** It was changed, and the server has not started since. */
  isWaiting: z.boolean(),
});
export type StoredSetting = z.infer<typeof StoredSettingSchema>;

export const StoredSettingsSchema = z.object({ settings: z.array(StoredSettingSchema) });

/** Texts by name; null takes back what is stored. */
export const SettingChangesBodySchema = z.strictObject({
  changes: z.partialRecord(z.enum(STORED_SETTINGS), z.string().max(MOST_CHARACTERS).nullable()),
});
export type SettingChanges = z.infer<typeof SettingChangesBodySchema>['changes'];

/** What became of a mail to the administrator who asks. */
export const TestMailSchema = z.object({
  to: z.string(),
  /** Handed to a relay, or written into the folder `outbox` of the server's data. */
  way: z.enum(['relay', 'folder']),
  /** What the relay said where it took no mail; empty where it did. */
  refusal: z.string(),
});
export type TestMail = z.infer<typeof TestMailSchema>;
