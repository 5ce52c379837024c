import { cameraOf, setCamera } from '../../../data/rules/stage/editLook.ts';
import { flies } from '../../../drawing/jam/cameraBox.ts';
import { Section } from '../../kit/Section.tsx';
import { Slider } from '../../system/Slider.tsx';
import type { LookEditing } from './useLookEditing.ts';

/** How far a camera leans at most, and a whole turn, in degrees. */
const [MOST_DEGREES, TURN_DEGREES] = [60, 360];

const degrees = (thousandths: number, whole: number) =>
  `${Math.round((thousandths / 1000) * whole)}°`;

/** Where a look is seen from. */
export function CameraFields({ editing }: { editing: LookEditing }) {
  const { look, change, rest } = editing;
  const { tilt, turn } = cameraOf(look);
  const isFlight = flies(look);
  return (
    <Section id="look-camera" title="Camera" space="below12">
      <p className="t13 muted below12">
        {isFlight
          ? 'A flight is seen along its way, and the camera looks aside.'
          : 'Terraces and cut paper stand up, everything else lies on the ground.'}
      </p>
      <div className="grid gap8">
        <Slider
          label={isFlight ? 'How far it looks aside' : 'How far it leans'}
          value={tilt}
          min={0}
          max={1000}
          step={10}
          text={tilt === 0 ? 'not at all' : degrees(tilt, MOST_DEGREES)}
          onValueChange={(value) => change(setCamera(look, { tilt: value }), 'camera tilt')}
          onValueCommit={rest}
        />
        <Slider
          label={isFlight ? 'To which side' : 'Which side is nearest'}
          value={turn}
          min={0}
          max={1000}
          step={10}
          text={
            turn % 1000 === 0 ? (isFlight ? 'up' : 'the lower one') : degrees(turn, TURN_DEGREES)
          }
          disabled={tilt === 0}
          onValueChange={(value) => change(setCamera(look, { turn: value }), 'camera turn')}
          onValueCommit={rest}
        />
      </div>
    </Section>
  );
}
