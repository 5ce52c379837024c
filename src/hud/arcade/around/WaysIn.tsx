import { useEffect, useRef } from 'react';
import type { ArcadeMode } from '../../../data/contract/arcade.ts';
import { clockText, MODE_TITLES } from '../../../data/rules/arcade/scoreText.ts';
import { registerCommands, useCommand } from '../../parts/commands/registry.ts';
import { Icon, type IconName } from '../../system/Icon.tsx';
import room from '../Arcade.module.css';
import styles from './Sheets.module.css';

interface WaysInProps {
  /** What the mission of the day asks for; empty until it is here. */
  brief: string;
  /** Time to play it, in ms; 0 until it is here. */
  durationMs: number;
  onChoose(mode: ArcadeMode): void;
}

/** The two ways to play; the field behind them can be flown through already. */
export function WaysIn({ brief, durationMs, onChoose }: WaysInProps) {
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    const command = (mode: ArcadeMode, key: string) => ({
      id: `arcade.${mode}`,
      title: MODE_TITLES[mode],
      group: 'Arcade',
      keys: [key],
      run: () => choose.current(mode),
    });
    return registerCommands([command('mission', 'M'), command('explorer', 'X')]);
  }, []);
  const time = durationMs > 0 ? `, ${clockText(durationMs)}` : '';
  return (
    <nav className={styles.ways} aria-label="Ways to play">
      <Way
        mode="explorer"
        icon="solo"
        sign="X"
        more=""
        words="Collect what you like, and leave with a rifff."
      />
      {/* Last: its words arrive late, and must not move what a finger is about to press. */}
      <Way mode="mission" sign="M" icon="flag" more={time} words={brief} />
    </nav>
  );
}

interface WayProps {
  mode: ArcadeMode;
  /** Name of the key. On phones the icon stands in its place. */
  sign: string;
  icon: IconName;
  /** Behind the title. */
  more: string;
  words: string;
}

function Way({ mode, sign, icon, more, words }: WayProps) {
  const { run, shortcuts } = useCommand(`arcade.${mode}`);
  return (
    <button
      type="button"
      className={styles.way}
      aria-keyshortcuts={shortcuts}
      aria-haspopup="dialog"
      onClick={run}
    >
      <span className={room.cap} aria-hidden="true">
        <span className="phoneAway">{sign}</span>
        <Icon name={icon} size={18} />
      </span>
      <span className="grid min0">
        <span className="bold hoverThick">
          {MODE_TITLES[mode]}
          {more}
        </span>
        {words && <span className="phoneAway t13 muted">{words}</span>}
      </span>
    </button>
  );
}
