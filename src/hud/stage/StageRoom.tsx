import { useEffect, useMemo, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../data/contract/rifff.ts';
import { licenceText, ringMakers } from '../../data/rules/sharing/credits.ts';
import {
  PLAIN_STAGE,
  readStageAddress,
  type StageSettings,
} from '../../data/rules/stage/stageAddress.ts';
import type { RifffView, RoomView } from '../../data/stores/places.ts';
import { ringsNeedCanvas } from '../../data/stores/ringDrawing.ts';
import { scene } from '../../data/stores/scene.ts';
import { isFlight } from '../../drawing/jam/cameraBox.ts';
import { roomFrame } from '../../drawing/jam/roomFrame.ts';
import { stageFrame } from '../../drawing/jam/stageFrame.ts';
import styles from '../parts/looks/Looks.module.css';
import { NO_STAGE, type RoomFeed } from '../parts/looks/roomFeed.ts';
import { lookGround } from '../parts/looks/shownLooks.ts';
import { useWallGround } from '../parts/looks/useWallGround.ts';
import { usePageTitle } from '../parts/page/page.ts';
import { useAwakeScreen } from '../parts/page/useAwakeScreen.ts';
import { useNames } from '../parts/people/useNames.ts';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { type StageState, useStage } from './useStage.ts';

/** Title of a stage that went dark. Screen readers say it as well. */
const ENDED = 'The code of this stage was taken back';
/** Shown as long as it is so, but for a transparent ground, which is used in streams. */
const EMPTY = 'Nothing plays in this room yet. Commit a rifff in it, and it is shown here.';
/** Time that a reason is shown at the bottom, in ms. Not on a transparent ground, which is used in streams. */
const REASON_MS = 10_000;
/** Time that fading credits are shown after a change, in ms. */
const CREDITS_MS = 8000;
/** Longest wait for a lost context of the graphics chip, in ms; then the processor draws. */
const LOST_MS = 5000;

function useWindowSize(): { width: number; height: number } {
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight });
  useEffect(() => {
    const resized = () => setSize({ width: innerWidth, height: innerHeight });
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);
  return size;
}

/** Draws by 2D canvases where the graphics chip does not come back. */
function useSteadyCanvas(): void {
  const { state } = useSnapshot(scene);
  const [hasLost, setHasLost] = useState(false);
  useEffect(() => {
    if (state !== 'lost') return;
    const timer = setTimeout(() => setHasLost(true), LOST_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    ringsNeedCanvas(hasLost);
    return () => ringsNeedCanvas(false);
  }, [hasLost]);
}

export interface StageRoomProps {
  /** What tells of the room; left out, the room is asked by its code. */
  feed?: RoomFeed;
}

/** `/jam/{code}/stage`: nothing but the picture of a room. */
export function StageRoom({ feed }: StageRoomProps) {
  const { code = '' } = useParams();
  const { search } = useLocation();
  const settings = useMemo(() => readStageAddress(search), [search]);
  const stage = useStage(code, settings, feed);
  const reason = stage.hasEnded ? (stage.room ? ENDED : NO_STAGE) : stage.trouble;
  usePageTitle(stage.hasEnded ? reason : stage.room ? `${stage.room.name}, stage` : 'Stage');
  useSteadyCanvas();
  const isEmpty = !stage.hasEnded && !stage.rifff && stage.room?.rifffs.length === 0;
  const { look } = stage;
  const ground = stage.hasEnded ? 'ground' : lookGround(look);
  useWallGround(settings.isClear ? 'clear' : ground);
  useAwakeScreen();
  return (
    <section
      className={styles.stage}
      aria-label={stage.room?.name ?? 'Stage'}
      data-rifff={stage.rifff?._id}
      data-look={stage.hasEnded ? PLAIN_STAGE.look : look.key}
    >
      <h1 className="visuallyHidden">{stage.room?.name ?? 'Stage'}</h1>
      <VisuallyHidden role="status">{reason || (isEmpty ? EMPTY : '')}</VisuallyHidden>
      {isEmpty && !settings.isClear && (
        <p className={`${styles.nothing} t24`} aria-hidden="true">
          {EMPTY}
        </p>
      )}
      {reason && !(stage.hasEnded && stage.room) && !settings.isClear && <Reason>{reason}</Reason>}
      {stage.rifff && <StagePicture stage={stage} rifff={stage.rifff} settings={settings} />}
      {stage.rifff && settings.credits !== 'off' && (
        <Credits
          key={stage.rifff._id}
          rifff={stage.rifff}
          name={stage.room?.name ?? ''}
          fades={settings.credits === 'fade'}
          isInRoom={settings.hasRoom}
          isOverInk={settings.hasRoom || isFlight(look.look)}
        />
      )}
    </section>
  );
}

/** Why there is nothing to see, as text for a person who opened the address in a tab. Screen readers get the status. */
function Reason({ children }: { children: string }) {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), REASON_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <p className={`${styles.reason} t13 muted`} aria-hidden="true">
      {children}
    </p>
  );
}

interface StagePictureProps {
  stage: StageState;
  rifff: Rifff;
  settings: StageSettings;
}

function StagePicture({ stage, rifff, settings }: StagePictureProps) {
  const { width, height } = useWindowSize();
  const { room, people, look, coming } = stage;
  const { routes, isClear, isSafe, hasRoom } = settings;
  const frame = hasRoom ? roomFrame(width, height) : stageFrame(look.look, width, height, isSafe);
  // Neither is made anew with another look: cutting the outlines of many rifffs took most of the frame in which it comes.
  const before = useMemo(
    () =>
      (room?.rifffs ?? []).filter(
        ({ _id, created }) => _id !== rifff._id && created <= rifff.created,
      ),
    [rifff, room],
  );
  const around = useMemo((): RoomView => {
    const parentIn = ({ parent }: Rifff) =>
      parent && parent.jamId === room?.jamId ? parent.rifffId : null;
    return {
      history: (room?.rifffs ?? []).map((one) => ({ rifff: one, parentId: parentIn(one) })),
      people,
      widthPx: width,
      heightPx: height,
    };
  }, [room, people, width, height]);
  const view = useMemo(
    (): RifffView => ({
      rifff,
      isLive: true,
      stage: { look: look.look, coming: coming.look, routes, before, isClear },
      ...(hasRoom && { room: around }),
    }),
    [rifff, before, around, look, coming, routes, isClear, hasRoom],
  );
  const side = 2 * frame.radius;
  return (
    <div
      className="cover"
      style={{
        left: frame.x - frame.radius,
        top: frame.y - frame.radius,
        width: side,
        height: side,
      }}
    >
      <RifffPlace id="stage" view={view} className="full" />
    </div>
  );
}

interface CreditsProps {
  rifff: Rifff;
  /** Of the room. */
  name: string;
  fades: boolean;
  /** Beside the history of the whole room? */
  isInRoom: boolean;
  /** May rings lie under the words, as in an upright window or a flight? Then these stand on a ground of their own. */
  isOverInk: boolean;
}

/** Who plays and whose loops these are, one line for each ring, from the outside in. */
function Credits({ rifff, name, fades, isInRoom, isOverInk }: CreditsProps) {
  const nameOf = useNames();
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    if (!fades) return;
    const timer = setTimeout(() => setShown(false), CREDITS_MS);
    return () => clearTimeout(timer);
  }, [fades]);
  if (!isShown) return null;
  const licence = licenceText(rifff.license);
  return (
    <aside
      className={styles.credits}
      aria-label="Credits"
      data-room={isInRoom || undefined}
      data-over={isOverInk || undefined}
    >
      <h2 className="t24">{name}</h2>
      <ul>
        {ringMakers(rifff).map(({ slot, category, userId, loopName }) => (
          <li key={slot} className="flex apart gap12">
            <span>{category}</span>
            <span className={`muted ${styles.maker}`}>{nameOf(userId, rifff) || loopName}</span>
          </li>
        ))}
      </ul>
      {licence !== '' && <p className={`muted ${styles.maker} t13`}>{licence}</p>}
    </aside>
  );
}
