import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import type { StarterRifff } from '../../data/contract/library.ts';
import { rifffBars } from '../../data/rules/timing.ts';
import { listening, markTouched } from '../../data/stores/listening.ts';
import type { RifffView } from '../../data/stores/places.ts';
import { focusSlot, ui } from '../../data/stores/ui.ts';
import { rifffGlyph } from '../../drawing/glyph.ts';
import { rifffModel } from '../../drawing/model.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import { useEngine } from '../EngineContext.tsx';
import { RifffPlace } from '../rings/RifffPlace.tsx';
import { type RingActions, RingControls } from '../rings/RingControls.tsx';
import { useHasScene } from '../shell/sceneState.ts';
import styles from './Landing.module.css';
import { PlayDisc } from './PlayDisc.tsx';
import type { Listening } from './useListening.ts';

export const HERO_PLACE = 'landing.hero';
const GLYPH_PX = 768;
const ROOM_PX = 12;

export interface HeroProps {
  shown: StarterRifff;
  listening: Listening;
}

/** The big rifff of the first page: turns, plays, and is mixed by touching its rings. */
export function Hero({ shown, listening: own }: HeroProps) {
  const engine = useEngine();
  const { solo } = useSnapshot(mixer);
  const { isTouched } = useSnapshot(listening);
  const { focusedSlot } = useSnapshot(ui);
  const hasScene = useHasScene();
  const { mix, isPlaying, edit, togglePlay } = own;

  const view = useMemo<RifffView>(
    () => ({
      rifff: mix,
      isLive: isPlaying,
      isInviting: !isTouched,
      focused: focusedSlot,
      solo,
      bitePx: 7,
      marginPx: ROOM_PX,
    }),
    [mix, isPlaying, isTouched, focusedSlot, solo],
  );

  const actions = useMemo<RingActions>(
    () => ({
      edit,
      gain: (slot, gain) => engine.setSlotGain(slot, gain),
      solo: (slot) => engine.setSolo(slot),
      focus: focusSlot,
      firstTouch: () => {
        markTouched();
        void engine.unlock();
      },
    }),
    [engine, edit],
  );

  return (
    <div className={styles.hero}>
      <RifffPlace id={HERO_PLACE} view={view}>
        {!hasScene && <Still rifff={mix} />}
        <RingControls
          placeId={HERO_PLACE}
          rifff={mix}
          solo={solo}
          canPitch={engine.features.pitchShift}
          actions={actions}
          label={`Rings of ${shown.title}`}
        />
        <PlayDisc
          title={shown.title}
          isPlaying={isPlaying}
          isWaiting={own.isWaiting}
          onToggle={togglePlay}
        />
      </RifffPlace>
    </div>
  );
}

/** Half of the ground that is left round the still picture, on its own scale. */
const BITE_PX = 15;

/** The outline of the whole rifff again, under it and wider: it bites what it lies on, as the canvas does. */
function withBite(markup: string): string {
  const outline = /<path d="([^"]+)"/.exec(markup)?.[1];
  if (!outline) return markup;
  const bite = `<path d="${outline}" fill="${TOKENS.ground}" stroke="${TOKENS.ground}" stroke-width="${2 * BITE_PX}"/>`;
  return markup.replace('<g ', `${bite}<g `);
}

/** The rifff as a still picture: until the canvas draws, and where there is no WebGL. */
function Still({ rifff }: { rifff: StarterRifff['rifff'] }) {
  const markup = useMemo(
    () => withBite(rifffGlyph(rifffModel(rifff, rifffBars(rifff)), GLYPH_PX)),
    [rifff],
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
  return <div className={styles.still} dangerouslySetInnerHTML={{ __html: markup }} />;
}
