import { useEffect, useReducer, useState } from 'react';
import type { LookDocument } from '../../../data/contract/looks.ts';
import { keepText, keptText } from '../../../data/keptText.ts';
import { knobsOf } from '../../../data/rules/stage/editLook.ts';
import { knobOrder } from '../../../data/rules/stage/orders.ts';
import { PLAIN_STAGE } from '../../../data/rules/stage/stageAddress.ts';
import { movePlaces } from '../../../data/stores/places.ts';
import { stageKnobs, takeMove } from '../../../data/stores/stageKnobs.ts';
import { movedBy } from '../../parts/looks/lookWords.ts';
import { followKnobs, learnController } from '../../parts/looks/midiKnobs.ts';
import { Button } from '../../system/Button.tsx';
import { Slider } from '../../system/Slider.tsx';

const KEY = 'rondo.lookKnobs';

/** Controllers that this device learnt; those of the stage where it learnt none. */
function keptControllers(): readonly number[] {
  const numbers = keptText(KEY)?.split(',').map(Number) ?? [];
  const isRight = (one: number | undefined) => Number.isInteger(one) && one! >= 0 && one! <= 127;
  return PLAIN_STAGE.knobs.map((usual, at) => (isRight(numbers[at]) ? numbers[at]! : usual));
}

/** The knobs of a look: turned here, or on a MIDI controller that has been learnt. */
export function Dashboard({ look }: { look: LookDocument }) {
  const [controllers, setControllers] = useState(keptControllers);
  const [learning, setLearning] = useState(0);
  const [, turned] = useReducer((count: number) => count + 1, 0);
  const knobs = knobsOf(look);
  const isUsed = knobs.length > 0;
  useEffect(() => {
    if (!isUsed) return;
    return followKnobs(controllers, (knob, value) => {
      takeMove(knobOrder(knob, value).knobs);
      movePlaces();
      turned();
    });
  }, [controllers, isUsed]);
  useEffect(() => {
    if (learning === 0) return;
    return learnController((controller) => {
      setLearning(0);
      setControllers((before) => {
        const next = before.map((one, at) => (at === learning - 1 ? controller : one));
        keepText(KEY, next.join());
        return next;
      });
    });
  }, [learning]);
  if (!isUsed) {
    return (
      <p className="t13 muted">
        Let a MIDI knob move something, and it stands here to be turned. A stage and its remote have
        the same knobs.
      </p>
    );
  }
  return (
    <ul className="grid gap16">
      {knobs.map((knob) => (
        <li key={knob} className="grid gap4">
          <Slider
            label={`Knob ${knob}: ${movedBy(look, knob)}`}
            value={Math.round(100 * stageKnobs[knob - 1]!)}
            min={0}
            max={100}
            step={1}
            text={`${Math.round(100 * stageKnobs[knob - 1]!)} %`}
            onValueChange={(value) => {
              takeMove(knobOrder(knob - 1, value / 100).knobs);
              movePlaces();
              turned();
            }}
          />
          <div className="row gap8 t13">
            <Button
              size="xs"
              aria-pressed={learning === knob}
              onClick={() => setLearning(learning === knob ? 0 : knob)}
            >
              {learning === knob ? 'Turn it now' : 'Learn'}
            </Button>
            <span className="muted">Controller {controllers[knob - 1]}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
