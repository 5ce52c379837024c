import { BLENDS, type Blend, blendOf, ROUNDS } from '../../data/rules/listening/listenOrder.ts';
import { IconButton } from '../system/Button.tsx';
import { Select } from '../system/Select.tsx';
import styles from './ListenPanel.module.css';

/** How the next rifff comes in, and how long each stays. */
export interface Order {
  blend: Blend;
  setBlend(blend: Blend): void;
  rounds: number;
  setRounds(rounds: number): void;
}

const BLEND_OPTIONS = BLENDS.map(({ id, title }) => ({ value: id, title }));
const ROUND_OPTIONS = ROUNDS.map((count) => ({
  value: String(count),
  title: count === 1 ? '1 round' : `${count} rounds`,
}));

/** The listener's own order of things, and the way to the wall. */
export function ListenOrder({ order, onWall }: { order: Order; onWall(): void }) {
  return (
    <div className={styles.selects}>
      <Select
        label="Comes in"
        options={BLEND_OPTIONS}
        value={order.blend.id}
        onValueChange={(id) => order.setBlend(blendOf(id))}
      />
      <Select
        label="Stays for"
        options={ROUND_OPTIONS}
        value={String(order.rounds)}
        onValueChange={(value) => order.setRounds(Number(value))}
      />
      <IconButton
        icon="expand"
        label="Wall: the picture alone"
        size="sm"
        variant="outlined"
        onClick={onWall}
      />
    </div>
  );
}
