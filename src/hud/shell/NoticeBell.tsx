import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Notification } from '../../data/contract/notifications.ts';
import {
  notificationsKey,
  notificationsQuery,
  unreadNotificationsQuery,
  useReadNotifications,
} from '../../data/queries/notifications.ts';
import {
  badgeText,
  notificationText,
  questionAndAnswer,
  readUntil,
} from '../../data/rules/account/notificationText.ts';
import { chooseRifff } from '../../data/stores/listening.ts';
import { newsLine } from '../../data/stores/room.ts';
import { useEngine } from '../EngineContext.tsx';
import { QueryList } from '../kit/QueryList.tsx';
import { startListening } from '../parts/listening/startListening.ts';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { useMember } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { ListState } from '../system/ListState.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Header.module.css';

/** The bell with how much is new; opens what happened. Nothing for visitors and guests of a room. */
export function NoticeBell() {
  const isMember = useMember() !== '';
  const [isOpen, setOpen] = useState(false);
  const { data: unread = 0 } = useQuery({ ...unreadNotificationsQuery, enabled: isMember });
  const queries = useQueryClient();
  const { count } = useSnapshot(newsLine);
  useEffect(() => {
    if (count > 0) void queries.invalidateQueries({ queryKey: notificationsKey });
  }, [count, queries]);
  if (!isMember) return null;
  const badge = badgeText(unread);
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} new`;
  return (
    <div className="rigid relative" data-bell>
      <IconButton
        icon="bell"
        label={label}
        size="md"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {badge && (
        <span className={styles.badge} aria-hidden="true">
          {badge}
        </span>
      )}
      {/* Said when one comes, not when the page does. */}
      <VisuallyHidden role="status">{unread > 0 && label}</VisuallyHidden>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Notifications" isTall>
        <NoticeList onLeave={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

/** What happened, newest first. Looking at it reads it. */
function NoticeList({ onLeave }: { onLeave(): void }) {
  const query = useInfiniteQuery(notificationsQuery);
  const { mutate: read } = useReadNotifications();
  const notices = (query.data?.pages ?? []).flatMap((page) => page.notifications);
  const until = readUntil(notices);
  // What was new when it was opened stays marked as long as it is looked at.
  const fresh = useRef(new Set<string>()).current;
  for (const { id, isRead } of notices) if (!isRead) fresh.add(id);
  useEffect(() => {
    if (until !== null) read(until);
  }, [until, read]);
  return (
    <>
      <QueryList
        query={query}
        what="The notifications"
        isPlural
        isEmpty={notices.length === 0}
        empty={
          <ListState
            isSmall
            title="Nothing has happened yet"
            action={
              <Button size="sm" to="/jams" onClick={onLeave}>
                To the open rooms
              </Button>
            }
          >
            Who answers, likes or follows you stands here. Question and answer play from here.
          </ListState>
        }
      >
        <ul>
          {notices.map((notice) => (
            <NoticeRow
              key={notice.id}
              notice={notice}
              isNew={fresh.has(notice.id)}
              onLeave={onLeave}
            />
          ))}
        </ul>
      </QueryList>
      {notices.length > 0 && (
        <p className="top16">
          <Link to="/account?tab=notifications" className="link fingerLine" onClick={onLeave}>
            Choose what you are told of
          </Link>
        </p>
      )}
    </>
  );
}

/** The rifff that it is about, or who it is about; a dashed circle where that is gone. */
function NoticePicture({ notice: { rifff, people } }: { notice: Notification }) {
  if (rifff) return <RifffDisc rifff={rifff} sizePx={40} />;
  const [first] = people;
  if (!first) return <span className={styles.none} />;
  return <PersonAvatar userId={first.user} name={first.displayName} size={40} />;
}

interface NoticeRowProps {
  notice: Notification;
  isNew: boolean;
  onLeave(): void;
}

/** One thing that happened: leads there; an answer plays what was asked, then what was answered. */
function NoticeRow({ notice, isNew, onLeave }: NoticeRowProps) {
  const engine = useEngine();
  const text = useRegionText();
  const { kind, rifff, created, path } = notice;
  const isAnswer = kind === 'answer' || kind === 'remix';
  const pair = questionAndAnswer(notice).flatMap((one) => one ?? []);
  const words = notificationText(notice);
  const play = async () => {
    const list = pair.map((one) => ({ id: one._id, title: '', rifff: one }));
    await startListening(engine, list, 0);
    // The answer begins where the question ends.
    if (list.length > 1) await engine.skipTo(1, { boundary: 'rifff' }).catch(() => {});
  };
  return (
    <li className="row gap16 tall64 lineAbove" data-new={isNew || undefined}>
      <NoticePicture notice={notice} />
      <p className="stack fill anywhere">
        <Link
          to={path}
          className={`hoverThick ${isNew ? 'bold' : ''}`}
          onClick={() => {
            if (rifff && isAnswer) chooseRifff(rifff._id);
            onLeave();
          }}
        >
          {words}
        </Link>
        <span className="t13 muted">
          {text.age(created)}
          {pair.length === 0 && isAnswer && ', the rifff is gone'}
        </span>
      </p>
      {pair.length > 0 && (
        <Button
          size="xs"
          icon="play"
          aria-label={`Play ${pair.length > 1 ? 'both, question and answer' : 'it'}: ${words}`}
          onClick={() => void play()}
        >
          {pair.length > 1 ? 'Play both' : 'Play'}
        </Button>
      )}
    </li>
  );
}
