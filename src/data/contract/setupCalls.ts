/** Calls that set up a server, and the settings that its administrators may store; apart from the others, so that no other page carries them. */
import { named } from './callLines.ts';

/** The first administrator, and what the server is told in its first evening. */
export const SETUP_CALLS = /* @__PURE__ */ named({
  checkSetupLink: ['POST', '/setup/link'],
  setUp: ['POST', '/setup'],
  claimSetup: ['POST', '/setup/claim'],
  storedSettings: ['GET', '/admin/settings'],
  changeStoredSettings: ['POST', '/admin/settings'],
  testMail: ['POST', '/admin/test-mail'],
});

/**
 * Settings that may be stored in the database, each under the name of its environment variable, which wins over what is
 * stored. What decides where the server keeps its data, where it listens and who guards it is not among them.
 */
export const STORED_SETTINGS = [
  'SERVER_NAME',
  'PUBLIC_URL',
  'SIGN_UPS',
  'SMTP_URL',
  'MAIL_FROM',
  'OPERATOR_NAME',
  'OPERATOR_CONTACT',
  'RONDO_DEMO',
  'RONDO_MARKET',
  'RONDO_PLANS',
  'BACKUP_FOLDER',
  'BACKUP_SCHEDULE',
  'BACKUP_KEEP',
] as const;
export type StoredSettingName = (typeof STORED_SETTINGS)[number];
