import { useSnapshot } from 'valtio';
import {
  chooseRingDrawing,
  RING_DRAWING_WISHES,
  ringDrawing,
} from '../../data/stores/ringDrawing.ts';
import { Select } from '../system/Select.tsx';

const OPTIONS = RING_DRAWING_WISHES.map(({ id, title }) => ({ value: id, title }));

/** By what the rings are drawn on this device. */
export function RingDrawingSelect() {
  const { wish } = useSnapshot(ringDrawing);
  return (
    <Select
      label="Rings are drawn by"
      value={wish}
      options={OPTIONS}
      onValueChange={(value) => {
        const chosen = RING_DRAWING_WISHES.find(({ id }) => id === value);
        if (chosen) chooseRingDrawing(chosen.id);
      }}
    />
  );
}
