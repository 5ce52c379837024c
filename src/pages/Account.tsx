import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { profileQuery } from '../data/queries/profiles.ts';
import { siteQuery } from '../data/queries/site.ts';
import { dateText } from '../data/stores/locale.ts';
import { session } from '../data/stores/session.ts';
import styles from '../hud/account/AccountPanels.module.css';
import { DataPanel } from '../hud/account/DataPanel.tsx';
import { DevicesPanel } from '../hud/account/DevicesPanel.tsx';
import { HeardPanel } from '../hud/account/HeardPanel.tsx';
import { NotificationsPanel } from '../hud/account/NotificationsPanel.tsx';
import { PasswordPanel } from '../hud/account/PasswordPanel.tsx';
import { ProfilePanel } from '../hud/account/ProfilePanel.tsx';
import { SettingsPanel } from '../hud/account/SettingsPanel.tsx';
import { SuspensionPanel } from '../hud/account/SuspensionPanel.tsx';
import { WalletPanel } from '../hud/account/WalletPanel.tsx';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { Avatar } from '../hud/system/Avatar.tsx';
import { Tabs } from '../hud/system/Tabs.tsx';

const TABS = [
  { value: 'profile', title: 'Profile', Panel: ProfilePanel },
  { value: 'password', title: 'Password', Panel: PasswordPanel },
  { value: 'settings', title: 'Settings', Panel: SettingsPanel },
  { value: 'notifications', title: 'Notifications', Panel: NotificationsPanel },
  { value: 'devices', title: 'Devices', Panel: DevicesPanel },
  { value: 'heard', title: 'Blocked and hidden', Panel: HeardPanel },
  { value: 'wallet', title: 'Wallet', Panel: WalletPanel },
  { value: 'data', title: 'Your data', Panel: DataPanel },
] as const;

/** `/account?tab=`: everything about one's own account. */
export function Account() {
  usePageTitle('Account');
  const { user } = useSnapshot(session);
  const [query, setQuery] = useSearchParams();
  const userId = user?.user_id ?? '';
  const { data: profile } = useQuery({ ...onPage(profileQuery(userId)), enabled: userId !== '' });
  const { data: site, isPending } = useQuery(siteQuery);
  if (!user) return null;
  const asked = query.get('tab');
  // Whoever asks for it waits for it, and is not led to another.
  const hasWallet = site?.hasMarket ?? (isPending && asked === 'wallet');
  const tabs = TABS.filter(({ value }) => value !== 'wallet' || hasWallet);
  const tab = tabs.find(({ value }) => value === asked)?.value ?? 'profile';
  const name = profile?.displayName ?? user.profile.displayName;
  return (
    <div className={`${styles.page} over`}>
      <div className={styles.head}>
        <Avatar name={name} src={profile?.avatarUrl} size={64} />
        <div className={styles.names}>
          <h1 className={`${styles.name} t64`}>{name}</h1>
          <p className="muted">
            {[name !== userId && userId, profile && `since ${dateText(profile.created)}`]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
      </div>
      <SuspensionPanel userId={userId} />
      {user.settings?.awaitsConfirmation && tab !== 'settings' && (
        <p className={styles.note}>
          Your e-mail address is not confirmed yet.{' '}
          <Link to="/account?tab=settings">Confirm it</Link>
        </p>
      )}
      <Tabs
        label="Account"
        value={tab}
        onValueChange={(value) => setQuery({ tab: value }, { replace: true })}
        items={tabs.map(({ value, title, Panel }) => ({
          value,
          title,
          content: <Panel userId={userId} />,
        }))}
      />
    </div>
  );
}
