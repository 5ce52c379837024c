/** What the settings of a server are called, what they mean, and which of them stand together. */
import type { StoredSettingName } from '../../../data/contract/setupCalls.ts';

/** One choice of a setting that is chosen and not typed. */
interface SettingChoice {
  readonly value: string;
  readonly title: string;
  readonly text?: string;
}

/** How one setting is shown. */
export interface SettingWords {
  readonly name: StoredSettingName;
  readonly label: string;
  readonly hint?: string;
  /** What it is while none is set. */
  readonly usual?: string;
  readonly choices?: readonly SettingChoice[];
}

/** Settings that stand together, with one button. */
export interface SettingGroup {
  readonly id: 'server' | 'people' | 'mail' | 'legal' | 'content' | 'backup';
  readonly title: string;
  readonly text: string;
  readonly settings: readonly SettingWords[];
}

const onOff = (on: string, off: string): readonly SettingChoice[] => [
  { value: 'on', title: 'On', text: on },
  { value: 'off', title: 'Off', text: off },
];

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'server',
    title: 'This server',
    text: 'Its name stands in the titles of pages and before the address of its mail.',
    settings: [
      { name: 'SERVER_NAME', label: 'Name', usual: 'Rondo' },
      {
        name: 'PUBLIC_URL',
        label: 'Public address',
        hint: 'Where people reach it, such as https://rondo.example or https://example.org/rondo. Links in mail lead there.',
      },
    ],
  },
  {
    id: 'people',
    title: 'Who may sign up',
    text: 'You can change this at any time. Accounts that are there stay.',
    settings: [
      {
        name: 'SIGN_UPS',
        label: 'New accounts',
        usual: 'open',
        choices: [
          {
            value: 'open',
            title: 'Anyone',
            text: 'Every visitor can make an account.',
          },
          {
            value: 'invitation',
            title: 'By invitation',
            text: 'Moderators make codes on the moderation page.',
          },
          { value: 'closed', title: 'No one', text: 'There are no new accounts.' },
        ],
      },
    ],
  },
  {
    id: 'mail',
    title: 'Mail',
    text: 'Without a relay no mail leaves this server: forgotten passwords and notices wait as files in the folder outbox of its data.',
    settings: [
      {
        name: 'SMTP_URL',
        label: 'Relay',
        hint: 'Such as smtps://user:password@mail.example:465. It is stored as it is, and never shown again.',
      },
      {
        name: 'MAIL_FROM',
        label: 'Sender',
        hint: 'Such as Rondo <no-reply@rondo.example>. Left empty, it is made of name and address.',
      },
    ],
  },
  {
    id: 'legal',
    title: 'Who runs it',
    text: 'The legal pages speak in this name, and the footer shows it. Set both on a server that others use.',
    settings: [
      { name: 'OPERATOR_NAME', label: 'Legal name' },
      {
        name: 'OPERATOR_CONTACT',
        label: 'Contact',
        hint: 'A mail address, or the address of a page.',
      },
    ],
  },
  {
    id: 'content',
    title: 'What is on it',
    text: 'Each of these counts when the server starts the next time.',
    settings: [
      {
        name: 'RONDO_DEMO',
        label: 'Demo content',
        usual: 'on',
        choices: onOff(
          'Made-up people show what the feed looks like. They are marked.',
          'Only what people here make. Demo content that is there is taken out.',
        ),
      },
      {
        name: 'RONDO_MARKET',
        label: 'Collecting',
        usual: 'on',
        choices: onOff('Rifffs can be collected, with play money.', 'There is no trace of it.'),
      },
      {
        name: 'RONDO_PLANS',
        label: 'Plans and codes',
        usual: 'on',
        choices: onOff('There is a paid plan, with play money.', 'There is no trace of it.'),
      },
    ],
  },
  {
    id: 'backup',
    title: 'Backups',
    text: 'A copy of the database, verified, and of every file that it names. Keep another copy on another machine.',
    settings: [
      {
        name: 'BACKUP_FOLDER',
        label: 'Folder',
        hint: 'On the machine of the server. Left empty, the server makes no backups by itself.',
      },
      {
        name: 'BACKUP_SCHEDULE',
        label: 'When',
        usual: '30 3 * * *',
        hint: 'A cron expression: minute, hour, day, month, day of the week.',
      },
      { name: 'BACKUP_KEEP', label: 'Copies to keep', usual: '14' },
    ],
  },
];
