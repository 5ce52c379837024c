import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { uploadShare } from '../../../data/outbox/rules.ts';
import { storageQuery } from '../../../data/queries/allowance.ts';
import { isNearlyFull } from '../../../data/rules/account/storage.ts';
import { rifffBars } from '../../../data/rules/time/timing.ts';
import { askToSignIn, commit, sendNow } from '../../../data/stores/commit.ts';
import { draft } from '../../../data/stores/draft.ts';
import { reopenCommit, retryCommit, sendToOwnJam } from '../../../data/stores/heldCommits.ts';
import { listening } from '../../../data/stores/listening.ts';
import { session } from '../../../data/stores/session.ts';
import { ui } from '../../../data/stores/ui.ts';
import { type UploadEntry, uploads } from '../../../data/stores/uploads.ts';
import { rifffGlyph } from '../../../drawing/glyph.ts';
import { rifffModel } from '../../../drawing/model.ts';
import {
  type CommitPhase,
  rowText,
  shownRows,
  uploadRows,
  useCommitPhase,
  waitsForRoom,
} from '../../parts/commit/commitPhase.ts';
import { Later, lazyComponent } from '../../parts/page/lazyPiece.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { Button, type ButtonSize } from '../../system/Button.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './Rings.module.css';

const { Piece: StorageBar } = lazyComponent(
  async () => (await import('../../parts/StorageBar.tsx')).StorageBar,
);

/** Beside loops that are being sent: the free storage of the account, once it is nearly full. */
function UploadRoom() {
  const isMember = useReader() !== '';
  const { queued, completed } = useSnapshot(uploads);
  const { data, refetch } = useQuery({ ...storageQuery, enabled: isMember });
  const isWithoutRoom = queued.some((entry) => entry.isWithoutRoom);
  // Read again after each loop: an arrived loop used storage, and a refused one may mean that it is full.
  const moves = `${completed.length} ${isWithoutRoom}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when something moved
  useEffect(() => {
    if (isMember) void refetch();
  }, [moves, refetch]);
  if (!data || !(isWithoutRoom || isNearlyFull(data))) return null;
  return (
    <li className={styles.room}>
      <Later>
        <StorageBar storage={data} />
      </Later>
      <Link to="/account?tab=data" className="rigid underline">
        Your room
      </Link>
    </li>
  );
}

const UNSENT: readonly CommitPhase[] = ['waiting', 'signIn', 'other', 'refused'];
const DONE: readonly CommitPhase[] = ['sending', 'committed'];

interface CommitButtonProps {
  size: ButtonSize;
  className?: string;
}

/** Button that commits the draft to its jam; it shows the result until the next change. */
export function CommitButton({ size, className = '' }: CommitButtonProps) {
  const { phase, words, place } = useCommitPhase();
  const actions = useEditorActions();
  const { hears } = useSnapshot(listening);
  const isReady = phase === 'draft';
  // What a jam plays was committed by others, or long ago.
  const isUntouched = phase === 'committed' && hears === 'list';
  const look = UNSENT.includes(phase) ? styles.unsent : DONE.includes(phase) ? styles.done : '';
  const title = isReady
    ? `Keep it in ${place.words} (C)`
    : isUntouched
      ? 'Change something first'
      : `${words.button}: ${words.more}`;
  return (
    <Button
      size={size}
      variant="filled"
      className={`${className} ${look}`}
      aria-disabled={!isReady || undefined}
      aria-keyshortcuts="C"
      title={title}
      data-commit={phase}
      data-focus-as="commit"
      onClick={() => void actions.commit()}
    >
      {isUntouched ? 'Commit' : words.button}
    </Button>
  );
}

/** Actions for a commit that did not arrive; nothing where the person can only wait. */
export function CommitHelp() {
  const { phase, entry } = useCommitPhase();
  const { user } = useSnapshot(session);
  if (phase === 'signIn') {
    return (
      <div className="flex wrap gap8">
        <Button size="xs" onClick={askToSignIn}>
          Sign in
        </Button>
      </div>
    );
  }
  if (phase !== 'refused' || !entry) return null;
  return (
    <div className="flex wrap gap8">
      <Button size="xs" onClick={() => void retryCommit(entry.id)}>
        Send again
      </Button>
      {entry.target && !user?.guestOf && (
        <Button size="xs" onClick={() => void sendToOwnJam(entry.id)}>
          To my own jam
        </Button>
      )}
      <Button size="xs" onClick={() => void reopenCommit(entry.id)}>
        Back to a draft
      </Button>
    </div>
  );
}

function UploadRow({ row, waitSec }: { row: UploadEntry; waitSec: number | null }) {
  return (
    <li data-upload={waitsForRoom(row) ? 'failed' : row.state}>
      <span className={`${styles.uploadTitle} truncate`}>{row.title}</span>
      <span className={styles.uploadSub}>{rowText(row, waitSec)}</span>
      {row.state === 'sending' && (
        <span
          className={styles.bar}
          style={{ width: `${uploadShare([row]) * 100}%` }}
          aria-hidden="true"
        />
      )}
    </li>
  );
}

/** The loops of a commit on their way, and what keeps them; nothing when the server has them all. */
export function UploadList() {
  const queues = useSnapshot(uploads);
  const { nextTryMs } = useSnapshot(commit);
  const { isOnline } = useSnapshot(ui);
  const { phase, entry } = useCommitPhase();
  const waitSec = useSecondsUntil(isOnline ? nextTryMs : 0);
  const { own, others } = uploadRows(entry?.rifff.loops ?? [], queues);
  const isShown = phase === 'sending' || phase === 'waiting' || phase === 'refused';
  if (!isShown || own.every(({ state }) => state === 'arrived')) return null;
  const { rows, rest } = shownRows(own);
  return (
    <section className={styles.uploadUploads} aria-label="Loops to upload">
      <ul>
        {rows.map((row) => (
          <UploadRow key={row.loopId} row={row} waitSec={waitSec} />
        ))}
        {rest && (
          <li>
            <span className={styles.uploadSub}>{rest}</span>
          </li>
        )}
        {others > 0 && (
          <li>
            <span className={styles.uploadSub}>
              {others === 1 ? 'A loop of another commit' : `${others} loops of other commits`}
            </span>
          </li>
        )}
        <UploadRoom />
      </ul>
      {phase === 'waiting' && isOnline && (
        <Button size="xs" onClick={sendNow}>
          Try now
        </Button>
      )}
    </section>
  );
}

const secondsTo = (timeMs: number) => Math.max(0, Math.ceil((timeMs - Date.now()) / 1000));

/** Whole seconds until a time in ms since the epoch, as they pass; null once it is over. */
function useSecondsUntil(timeMs: number): number | null {
  const [seconds, setSeconds] = useState(() => secondsTo(timeMs));
  useEffect(() => {
    setSeconds(secondsTo(timeMs));
    if (secondsTo(timeMs) === 0) return;
    const timer = setInterval(() => setSeconds(secondsTo(timeMs)), 1000);
    return () => clearInterval(timer);
  }, [timeMs]);
  return seconds > 0 ? seconds : null;
}

const DROP_MS = 240;
/** The crop marks close first. */
const CLOSE_MS = 200;
const DISC_PX = 40;
const DRAWN_PX = 320;

/** Lets a picture of the rifff drop from the rings onto its place in the history. */
function drop(from: DOMRect, target: HTMLElement, rifff: Rifff): () => void {
  const to = target.getBoundingClientRect();
  const disc = document.createElement('div');
  disc.innerHTML = rifffGlyph(rifffModel(rifff, rifffBars(rifff)), DRAWN_PX);
  const place = (box: DOMRect, sizePx: number) => {
    const x = box.left + box.width / 2 - DRAWN_PX / 2;
    const y = box.top + box.height / 2 - DRAWN_PX / 2;
    return `translate(${x}px, ${y}px) scale(${sizePx / DRAWN_PX})`;
  };
  Object.assign(disc.style, { position: 'fixed', left: '0', top: '0', zIndex: '40' });
  Object.assign(disc.style, { pointerEvents: 'none', visibility: 'hidden' });
  document.body.append(disc);
  // In narrow windows words stand there, which stay.
  const isDisc = target.querySelector('svg') !== null;
  if (isDisc) target.style.visibility = 'hidden';
  const end = () => {
    disc.remove();
    target.style.visibility = '';
  };
  const startPx = Math.min(from.width, from.height) * 0.6;
  const animation = disc.animate(
    [
      { transform: place(from, startPx), visibility: 'visible' },
      { transform: place(to, DISC_PX), visibility: 'visible' },
    ],
    { duration: DROP_MS, delay: CLOSE_MS, easing: 'cubic-bezier(.2, 0, 0, 1)' },
  );
  animation.finished.then(end, end);
  return () => animation.cancel();
}

/** Shows a commit as the disc of the rifff falling from `sheet` to where `[data-commit-disc]` is. */
export function useCommitDrop(sheet: RefObject<HTMLElement | null>): void {
  const { lastId } = useSnapshot(commit);
  const shown = useRef(lastId);
  useEffect(() => {
    if (shown.current === lastId) return;
    shown.current = lastId;
    const target = document.querySelector<HTMLElement>('[data-commit-disc]');
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!lastId || !sheet.current || !target || isStill) return;
    return drop(sheet.current.getBoundingClientRect(), target, draft.rifff as Rifff);
  }, [lastId, sheet]);
}
