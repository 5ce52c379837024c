import { useMemo } from 'react';
import { Part } from '../Part.tsx';
import { RingPicture } from '../RingPicture.tsx';
import { CHARACTER_ROWS } from '../ringCharacters.ts';
import { sampleRings } from '../ringSheet.ts';
import { RING_STATES, STATE_RINGS } from '../ringStates.ts';
import { Specimen, Specimens } from '../Specimen.tsx';

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8];
const SMALL_PX = [128, 64, 40];

/** Rifffs by state, count and size. */
export function RingsSection() {
  const growing = useMemo(() => COUNTS.map((count) => sampleRings(count)), []);
  const others = useMemo(() => COUNTS.map((turn) => sampleRings(4 + (turn % 5), turn)), []);
  return (
    <>
      <Part
        title="States"
        text="Ink never changes with sound. A state is outline, hatch, keyline, or place."
      >
        <Specimens columnPx={208}>
          {RING_STATES.map(([title, text, state]) => (
            <Specimen key={title} title={title} text={text}>
              <RingPicture rings={STATE_RINGS} sizePx={208} state={state} />
            </Specimen>
          ))}
        </Specimens>
      </Part>
      <Part title="One to eight" text="A new loop is the new outside. The rest keep their order.">
        <Specimens columnPx={112}>
          {growing.map((rings) => (
            <Specimen key={rings.length} title={`${rings.length}`}>
              <RingPicture rings={rings} sizePx={128} />
            </Specimen>
          ))}
        </Specimens>
      </Part>
      <Part
        title="Character"
        text="A rifff that stands still says how it sounds: tempo is the hole, brightness the depth of the cuts, and how busy each loop is the number of its cells. Mutes change none of it. Where a play disc lies in it, the hole is never narrower than .15."
      >
        {CHARACTER_ROWS.map((row) => (
          <Specimens key={row[0]?.title} columnPx={208}>
            {row.map(({ title, text, rings, state }) => (
              <Specimen key={title} title={title} text={text}>
                <RingPicture rings={rings} sizePx={208} state={state} />
              </Specimen>
            ))}
          </Specimens>
        ))}
      </Part>
      <Part
        title="Small"
        text="Fewer rings, fewer cells, deeper cuts: eight rings from 96, five from 56, four from 40."
      >
        {SMALL_PX.map((sizePx) => (
          <Specimens key={sizePx} columnPx={sizePx === 128 ? 128 : 72}>
            {others.slice(0, sizePx === 128 ? 6 : others.length).map((rings, at) => (
              <Specimen key={String(at)} title={`${sizePx}`}>
                <RingPicture rings={rings} sizePx={sizePx} />
              </Specimen>
            ))}
          </Specimens>
        ))}
      </Part>
    </>
  );
}
