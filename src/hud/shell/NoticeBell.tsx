import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Notice } from '../../data/contract/notices.ts';
import { noticesQuery, unreadQuery, useReadNotices } from '../../data/queries/notices.ts';
import {
  badgeText,
  noticeText,
  questionAndAnswer,
  readUntil,
} from '../../data/rules/jam/noticeText.ts';
import { chooseRifff } from '../../data/stores/listening.ts';
import { ui } from '../../data/stores/ui.ts';
import { useEngine } from '../EngineContext.tsx';
import { startListening } from '../parts/listening/startListening.ts';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { FailedState, ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './NoticeBell.module.css';

/** The bell with how many answers are new; opens them. Nothing for visitors. */
export function NoticeBell() {
  const reader = useReader();
  const [isOpen, setOpen] = useState(false);
  const { data: unread = 0 } = useQuery(unreadQuery(reader));
  if (reader === '') return null;
  const badge = badgeText(unread);
  const label = unread === 0 ? 'Answers' : `Answers, ${unread} new`;
  return (
    <div className={styles.bell}>
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
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Answers" isTall>
        <NoticeList reader={reader} onLeave={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

/** Who answered, newest first. Looking at them reads them. */
function NoticeList({ reader, onLeave }: { reader: string; onLeave(): void }) {
  const { isOnline } = useSnapshot(ui);
  const query = useInfiniteQuery(noticesQuery(reader));
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { mutate: read } = useReadNotices(reader);
  const notices = (data?.pages ?? []).flatMap((page) => page.notices);
  const until = readUntil(notices);
  useEffect(() => {
    if (until !== null) read(until);
  }, [until, read]);
  if (!data) {
    if (!isError && query.fetchStatus !== 'paused') return <Skeleton width="100%" height={64} />;
    return (
      <FailedState
        isSmall
        isPlural
        isOffline={!isOnline}
        what="The answers"
        onRetry={() => void refetch()}
      />
    );
  }
  if (notices.length === 0) {
    return (
      <ListState
        isSmall
        title="Nobody has answered you yet"
        action={
          <Button size="sm" to="/jams" onClick={onLeave}>
            To the open rooms
          </Button>
        }
      >
        When somebody remixes a rifff of yours, question and answer play from here.
      </ListState>
    );
  }
  return (
    <>
      <ul>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="sm" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading' : 'Show more'}
        </Button>
      )}
    </>
  );
}

/** One answer: plays what was asked, then what was answered; leads to where it happened. */
function NoticeRow({ notice, onLeave }: { notice: Notice; onLeave(): void }) {
  const engine = useEngine();
  const text = useRegionText();
  const { jamId, rifff, created, isRead } = notice;
  const pair = questionAndAnswer(notice).flatMap((one) => one ?? []);
  const words = noticeText(notice);
  const play = async () => {
    const list = pair.map((one) => ({ id: one._id, title: '', rifff: one }));
    await startListening(engine, list, 0);
    // The answer begins where the question ends.
    if (list.length > 1) await engine.skipTo(1, { boundary: 'rifff' }).catch(() => {});
  };
  return (
    <li className={styles.row} data-new={!isRead || undefined}>
      {rifff ? <RifffDisc rifff={rifff} sizePx={40} /> : <span className={styles.none} />}
      <p className={styles.words}>
        <Link
          to={rifff ? `/jams/${jamId}?answer=${rifff._id}` : `/jams/${jamId}`}
          onClick={() => {
            if (rifff) chooseRifff(rifff._id);
            onLeave();
          }}
        >
          {words}
        </Link>
        <span className="t13 muted">
          {text.age(created)}
          {pair.length === 0 && notice.kind !== 'knock' && ', the rifff is gone'}
        </span>
      </p>
      {pair.length > 0 && (
        <Button
          size="xs"
          icon="play"
          aria-label={`Play ${pair.length > 1 ? 'question and answer' : 'it'}: ${words}`}
          onClick={() => void play()}
        >
          {pair.length > 1 ? 'Play both' : 'Play'}
        </Button>
      )}
    </li>
  );
}
