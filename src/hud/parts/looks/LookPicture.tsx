import { type ReactNode, type Ref, useMemo, useRef } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { LookGround, LookRoutes } from '../../../data/contract/stageLooks.ts';
import type { LookPictures } from '../../../data/rules/stage/lookAddress.ts';
import type { RifffView, StageView } from '../../../data/stores/places.ts';
import { PICTURE_PHASE, pictureRings } from '../../../drawing/jam/lookReach.ts';
import { useNear } from '../../system/useNear.ts';
import { RifffPlace } from '../rings/RifffPlace.tsx';
import { MadePicture, useMade } from './MadePicture.tsx';
import { lookGround, type ShownLook } from './shownLooks.ts';

const NO_ROUTES: LookRoutes = {};
const NONE: readonly Rifff[] = [];

/** Room round the rings for what goes beyond them. */
const roomOf = (look: ShownLook['look']): string => `${50 * (1 - pictureRings(look))}%`;

/** Grounds as CSS. */
export const GROUND_COLOURS: Readonly<Record<LookGround, string>> = {
  ground: 'var(--ground)',
  night: 'var(--light-ground)',
  paper: 'var(--paper)',
};

/** How a rifff is looked at by a look alone: nothing moves it from outside, and no rifff was before. */
export const stageOf = (look: ShownLook['look']): StageView => ({
  look,
  routes: NO_ROUTES,
  before: NONE,
  isClear: false,
});

interface PictureGroundProps {
  look: ShownLook['look'];
  className?: string;
  ref?: Ref<HTMLDivElement>;
  /** The picture, and what lies on it. */
  children?: ReactNode;
}

/**
 * The ground of a look, with room round the rings for what goes beyond them. It lies under the canvas: so must all that it
 * stands in (`layout.css`, `data-ground`).
 */
export function PictureGround({ look, className, ref, children }: PictureGroundProps) {
  const ground = lookGround({ look });
  return (
    <div
      ref={ref}
      className={className}
      data-ground={ground}
      style={{ padding: roomOf(look), background: GROUND_COLOURS[ground] }}
    >
      {children}
    </div>
  );
}

export interface LookPictureProps {
  /** Name of its place, unique on the page. */
  placeId: string;
  look: ShownLook['look'];
  /** What it is shown by; null while that is not known. */
  rifff: Rifff | null;
  /** Does that rifff sound? Then the picture moves with it; else it stands still. */
  isPlaying: boolean;
  /** Asked to sound, and not heard yet. */
  isWaiting?: boolean;
  /** What the server makes of it, and `asked` until that is known; null for nothing. */
  made?: LookPictures | 'asked' | null;
  /** Does a mouse or the focus of a keyboard rest on it? */
  isPointed?: boolean;
  className?: string;
  /** What lies on it. */
  children?: ReactNode;
}

/**
 * A look as it draws a rifff, on its own ground. While that sounds it is drawn in the page, else only where there is no
 * still of it; and only while it is near the screen.
 */
export function LookPicture(props: LookPictureProps) {
  const { placeId, look, rifff, isPlaying, isWaiting = false, className, children } = props;
  const { made = null, isPointed = false } = props;
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element);
  const { picture, isMissing } = useMade(made, isNear);
  const isDrawn = isPlaying || isWaiting || isMissing;
  const view = useMemo<RifffView | null>(
    () =>
      rifff && {
        rifff,
        isLive: isPlaying,
        ...(!isPlaying && { phase: PICTURE_PHASE }),
        stage: stageOf(look),
      },
    [rifff, isPlaying, look],
  );
  return (
    <PictureGround ref={element} look={look} className={className}>
      {picture && <MadePicture {...picture} isPlaying={isPlaying} isPointed={isPointed} />}
      {isNear && isDrawn && view && <RifffPlace id={placeId} view={view} />}
      {children}
    </PictureGround>
  );
}
