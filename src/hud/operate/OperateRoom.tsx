import { AddressTabs } from '../kit/AddressTabs.tsx';
import { SettingsForm } from '../parts/settings/SettingsForm.tsx';
import { AnnouncementsPanel } from './AnnouncementsPanel.tsx';
import { AuditPanel } from './AuditPanel.tsx';
import { BackupsPanel } from './BackupsPanel.tsx';
import { JobsPanel } from './JobsPanel.tsx';
import { LoadPanel } from './LoadPanel.tsx';
import { MailPanel } from './MailPanel.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { ServerPanel } from './ServerPanel.tsx';

const TABS = [
  { value: 'server', title: 'Server', Panel: ServerPanel },
  { value: 'load', title: 'Load', Panel: LoadPanel },
  { value: 'jobs', title: 'Jobs', Panel: JobsPanel },
  { value: 'backups', title: 'Backups', Panel: BackupsPanel },
  { value: 'mail', title: 'Mail', Panel: MailPanel },
  { value: 'people', title: 'People', Panel: PeoplePanel },
  { value: 'announcements', title: 'Announcements', Panel: AnnouncementsPanel },
  { value: 'settings', title: 'Settings', Panel: SettingsForm },
  { value: 'audit', title: 'Audit', Panel: AuditPanel },
] as const;

/** How the server does, and what can be decided about all of it. */
export function OperateRoom() {
  return (
    <AddressTabs
      label="Operate"
      items={TABS.map(({ value, title, Panel }) => ({ value, title, content: <Panel /> }))}
    />
  );
}
