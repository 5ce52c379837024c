import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
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
import { SettingsPanel } from '../hud/account/SettingsPanel.tsx';
import { SuspensionPanel } from '../hud/account/SuspensionPanel.tsx';
import { AddressTabs } from '../hud/kit/AddressTabs.tsx';
import { PanelState } from '../hud/parts/forms/FormSection.tsx';
import { Later, lazyComponent } from '../hud/parts/page/lazyPiece.tsx';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { PersonAvatar } from '../hud/parts/people/PersonAvatar.tsx';
import { ProfileForms } from '../hud/parts/profile/ProfileForms.tsx';

/** What everyone sees of the account. */
function ProfilePanel({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(onPage(profileQuery(userId)));
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  return <ProfileForms profile={data} />;
}

interface PanelProps {
  userId: string;
}

/** A panel with much of its own, which is fetched only by those who look at it. */
function lazyPanel(load: () => Promise<ComponentType<PanelProps>>) {
  const { Piece } = lazyComponent(load);
  return ({ userId }: PanelProps) => (
    <Later fallback={<PanelState error={null} onRetry={() => {}} />}>
      <Piece userId={userId} />
    </Later>
  );
}

const PlanTab = lazyPanel(async () => (await import('../hud/account/PlanPanel.tsx')).PlanPanel);
const WalletTab = lazyPanel(
  async () => (await import('../hud/account/WalletPanel.tsx')).WalletPanel,
);

const SignInTab = lazyPanel(
  async () => (await import('../hud/account/SignInPanel.tsx')).SignInPanel,
);

const PupilTab = lazyPanel(async () => (await import('../hud/account/PupilPanel.tsx')).PupilPanel);

const TABS = [
  { value: 'profile', title: 'Profile', Panel: ProfilePanel },
  { value: 'sign-in', title: 'Sign-in', Panel: SignInTab },
  { value: 'password', title: 'Password', Panel: PasswordPanel },
  { value: 'settings', title: 'Settings', Panel: SettingsPanel },
  { value: 'plan', title: 'Plan', Panel: PlanTab },
  { value: 'notifications', title: 'Notifications', Panel: NotificationsPanel },
  { value: 'devices', title: 'Devices', Panel: DevicesPanel },
  { value: 'heard', title: 'Blocked and hidden', Panel: HeardPanel },
  { value: 'wallet', title: 'Wallet', Panel: WalletTab },
  { value: 'data', title: 'Your data', Panel: DataPanel },
] as const;

/** `/account?tab=`: everything about one's own account. */
export function Account() {
  usePageTitle('Account');
  const { user } = useSnapshot(session);
  const asked = useSearchParams()[0].get('tab');
  const userId = user?.user_id ?? '';
  const isPupil = user?.pupilOf !== undefined;
  const { data: profile } = useQuery({
    ...onPage(profileQuery(userId)),
    enabled: userId !== '' && !isPupil,
  });
  const { data: site, isPending } = useQuery(siteQuery);
  if (!user) return null;
  if (isPupil) return <PupilTab userId={userId} />;
  const isThere = { plan: site?.hasPlans, wallet: site?.hasMarket } as Record<string, unknown>;
  const tabs = TABS.filter(({ value }) => !Object.hasOwn(isThere, value) || isThere[value]);
  // A person who asks for one of them waits until it is known, and is not led to another.
  const isWaiting = isPending && asked !== null && Object.hasOwn(isThere, asked);
  const name = profile?.displayName ?? user.profile.displayName;
  return (
    <div className={`${styles.page} over`}>
      <div className={styles.head}>
        <PersonAvatar userId={userId} name={name} src={profile?.avatarUrl} size={64} />
        <div className="min0">
          <h1 className={`${styles.name} t64`}>{name}</h1>
          <p className="muted">
            {[name !== userId && userId, profile && `since ${dateText(profile.created)}`]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
      </div>
      <SuspensionPanel />
      {user.settings?.awaitsConfirmation && asked !== 'settings' && (
        <p className={`textLinks ${styles.note}`}>
          Your e-mail address is not confirmed yet.{' '}
          <Link to="/account?tab=settings">Confirm it</Link>
        </p>
      )}
      {isWaiting ? (
        <PanelState error={null} onRetry={() => {}} />
      ) : (
        <AddressTabs
          label="Account"
          isFirstNamed
          items={tabs.map(({ value, title, Panel }) => ({
            value,
            title,
            content: <Panel userId={userId} />,
          }))}
        />
      )}
    </div>
  );
}
