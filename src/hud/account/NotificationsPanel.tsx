import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { changeSettings } from '../../data/auth.ts';
import {
  type Digest,
  NOTICE_CHANNELS,
  NOTIFICATION_KINDS,
  type NoticeChannel,
  type NotificationKind,
} from '../../data/contract/noticeOptions.ts';
import { isPushSupported, PushRefused } from '../../data/push.ts';
import { pushQuery, usePush } from '../../data/queries/notifications.ts';
import { timeText } from '../../data/stores/locale.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { readFailure, troubleOf, useSave } from '../kit/useSave.ts';
import { FormSection, PanelState } from '../parts/forms/FormSection.tsx';
import pageStyles from '../parts/Page.module.css';
import { onPage, useSite } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import { Checkbox } from '../system/Checkbox.tsx';
import { RadioRows } from '../system/RadioRows.tsx';
import styles from './AccountPanels.module.css';

const KINDS: Readonly<Record<NotificationKind, string>> = {
  answer: 'A rifff of yours is answered in a room',
  remix: 'A rifff of yours is remixed',
  knock: 'A person asks for an answer in a room of yours',
  like: 'What you shared is liked',
  comment: 'What you shared gets a comment',
  follow: 'A person follows you',
  winner: 'A rifff of yours is a rifff of the week',
  share: 'People whom you follow share something',
  club: 'A club of yours closes or comes back, or you are its owner or a moderator',
  wallet: 'A wallet that you linked is linked to another account',
};
const CHANNELS: Readonly<Record<NoticeChannel, string>> = {
  page: 'On the page',
  mail: 'In the digest',
  push: 'On devices',
};
const DIGEST_ROWS: readonly { value: Digest; title: string; text?: string }[] = [
  { value: 'off', title: 'No digest' },
  { value: 'daily', title: 'Once a day', text: 'Only on days with something new for you.' },
  { value: 'weekly', title: 'Once a week', text: 'Only in weeks with something new for you.' },
];

/** What the account is told of, and where. */
export function NotificationsPanel() {
  return (
    <div className={pageStyles.sections}>
      <Choices />
      <DigestChoice />
      <PushDevices />
    </div>
  );
}

/** Every kind with every channel. What is ticked counts at once. */
function Choices() {
  const settings = useSnapshot(session).user?.settings;
  const { isBusy, trouble, run } = useSave(
    async ([kind, channel, isOn]: [NotificationKind, NoticeChannel, boolean]) =>
      changeSettings({ notifications: { [kind]: { [channel]: isOn } } }),
  );
  const hasMarket = useSite()?.hasMarket ?? false;
  if (!settings) return null;
  const kinds = NOTIFICATION_KINDS.filter((kind) => kind !== 'wallet' || hasMarket);
  return (
    <FormSection
      title="What you are told of"
      text="People whom you blocked are left out, and what you did yourself."
      trouble={trouble}
    >
      <ul className="lineAbove">
        {kinds.map((kind) => (
          <li key={kind} className={styles.choice}>
            <fieldset className={styles.kind}>
              <legend>{KINDS[kind]}</legend>
              {NOTICE_CHANNELS.map((channel) => {
                // Single shares would be far too many.
                if (kind === 'share' && channel === 'push') return null;
                return (
                  <Checkbox
                    key={channel}
                    isChecked={settings.notifications[kind][channel]}
                    disabled={isBusy}
                    onCheckedChange={(isOn) => void run([kind, channel, isOn])}
                  >
                    {CHANNELS[channel]}
                  </Checkbox>
                );
              })}
            </fieldset>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function DigestChoice() {
  const settings = useSnapshot(session).user?.settings;
  const { isBusy, trouble, run } = useSave(async (digest: Digest) => {
    await changeSettings({ digest });
    notify(digest === 'off' ? 'No digest any more.' : 'What is new for you comes by mail now.');
  });
  if (!settings) return null;
  return (
    <FormSection
      title="Digest by mail"
      text="What is new for you and not read yet, in one mail. Each has a link that ends them."
      trouble={trouble}
    >
      <RadioRows
        legend="How often"
        rows={DIGEST_ROWS}
        value={settings.digest}
        disabled={isBusy}
        onChange={(digest) => void run(digest)}
      />
    </FormSection>
  );
}

/** Devices that messages go to. A browser asks for leave when this one is turned on, and not before. */
function PushDevices() {
  const { data, error, refetch } = useQuery(onPage(pushQuery));
  const push = usePush();
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  const isOnHere = data.devices.some(({ isCurrent }) => isCurrent);
  const trouble = !push.error
    ? ''
    : push.error instanceof PushRefused
      ? push.error.message
      : troubleOf(readFailure(push.error));
  return (
    <FormSection
      title="On your devices"
      text="Messages come while you are signed in on a device, also when no page of Rondo is open."
      trouble={trouble}
    >
      {data.devices.length > 0 && (
        <ul className="lineAbove">
          {data.devices.map(({ id, device, created, isCurrent }) => (
            <li key={id} className="row gap16 tall64 lineBelow">
              <div className={`fill ${styles.what}`}>
                <p>{device}</p>
                <p className="t13 muted">
                  {isCurrent ? 'This device, on' : 'On'} since {timeText(created)}
                </p>
              </div>
              <Button
                size="xs"
                aria-label={`Turn off messages on ${isCurrent ? 'this device' : device}`}
                aria-disabled={push.isPending}
                onClick={() => {
                  if (!push.isPending) push.mutate({ isOn: false, id, isCurrent });
                }}
              >
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isOnHere && (
        <div className="row wrap gap12">
          <Button
            aria-busy={push.isPending}
            disabled={!isPushSupported()}
            onClick={() => {
              if (!push.isPending) push.mutate({ isOn: true });
            }}
          >
            Turn on messages here
          </Button>
          {!isPushSupported() && (
            <span className="muted">
              This browser cannot show messages here. On an iPhone, put Rondo on the home screen
              first.
            </span>
          )}
        </div>
      )}
    </FormSection>
  );
}
