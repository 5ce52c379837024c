import { BLENDS, type Blend, blendOf, ROUNDS } from '../../data/rules/listening/listenOrder.ts';
import { SLEEP_CHOICES, sleepChoiceOf } from '../../data/rules/listening/sleep.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Select } from '../system/Select.tsx';
import { Switch } from '../system/Switch.tsx';
import styles from './Listen.module.css';
import type { Sleep } from './useSleep.ts';

/** How the next rifff comes in, and how long each stays. */
export interface Order {
  blend: Blend;
  setBlend(blend: Blend): void;
  rounds: number;
  setRounds(rounds: number): void;
  matchesTempo: boolean;
  matchesKey: boolean;
  setMatch(wish: { matchesTempo?: boolean; matchesKey?: boolean }): void;
}

const BLEND_OPTIONS = BLENDS.map(({ id, title }) => ({ value: id, title }));
const ROUND_OPTIONS = ROUNDS.map((count) => ({
  value: String(count),
  title: count === 1 ? '1 round' : `${count} rounds`,
}));
const SLEEP_OPTIONS = SLEEP_CHOICES.map(({ id, title }) => ({ value: id, title }));

export interface ListenOrderProps {
  order: Order;
  sleep: Sleep;
  onWall(): void;
  onCast(): void;
}

/** The listener's own order of things, and the ways to the wall and to another window. */
export function ListenOrder({ order, sleep, onWall, onCast }: ListenOrderProps) {
  const text = useRegionText();
  return (
    <div>
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
        <Select
          label="Sleep timer"
          hint={sleep.atMs === null ? undefined : `Fades out at ${text.time(sleep.atMs)}`}
          options={SLEEP_OPTIONS}
          value={sleep.choice}
          onValueChange={(id) => sleep.choose(sleepChoiceOf(id))}
        />
      </div>
      <div className={styles.switches}>
        <Switch
          isOn={order.matchesTempo}
          onChange={(matchesTempo) => order.setMatch({ matchesTempo })}
        >
          Match tempo
        </Switch>
        <Switch isOn={order.matchesKey} onChange={(matchesKey) => order.setMatch({ matchesKey })}>
          Match key
        </Switch>
      </div>
      <div className="row wrap gap8 top8">
        <Button size="sm" icon="external" onClick={onCast}>
          Show in another window
        </Button>
        <IconButton
          icon="expand"
          label="Wall: the picture alone"
          size="sm"
          variant="outlined"
          onClick={onWall}
        />
      </div>
    </div>
  );
}
