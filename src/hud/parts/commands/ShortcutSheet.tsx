import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { setShortcutSheet, ui } from '../../../data/stores/ui.ts';
import { Dialog } from '../../system/Dialog.tsx';
import styles from '../Page.module.css';
import { RING_GESTURES, RING_KEYS, type RingNeed } from '../rings/ringKeys.ts';
import { printKeys } from './keys.ts';
import { allCommands, type Command, commandsSnapshot, onCommandsChange } from './registry.ts';

function byGroup(commands: readonly Command[]): [string, Command[]][] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    if (command.isUnlisted || command.keys.length === 0) continue;
    groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  }
  return [...groups];
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3 className={`t18 ${styles.padBelow8}`}>{title}</h3>
      <table className={`wide ${styles.rows}`}>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export interface ShortcutSheetProps {
  /** Does pitch sound? Else its keys and gestures are left out. */
  canPitch?: boolean;
  /** Can loops be swapped and removed here? */
  canEdit?: boolean;
}

/** Every key and gesture that works on this page. Opens on `?`. */
export function ShortcutSheet({ canPitch = true, canEdit = true }: ShortcutSheetProps) {
  const can: Record<RingNeed, boolean> = { pitch: canPitch, editor: canEdit };
  const isOffered = ({ needs }: { needs?: RingNeed }) => !needs || can[needs];
  const { isShortcutSheetOpen } = useSnapshot(ui);
  useSyncExternalStore(onCommandsChange, commandsSnapshot);
  return (
    <Dialog
      isOpen={isShortcutSheetOpen}
      onOpenChange={setShortcutSheet}
      title="Keys and gestures"
      isWide
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard. */}
      <section className={styles.groups} tabIndex={0} aria-label="All keys and gestures">
        {byGroup(allCommands()).map(([group, commands]) => (
          <Group key={group} title={group}>
            {commands.map(({ id, title, keys }) => (
              <KeyRow key={id} title={title} keys={keys} />
            ))}
          </Group>
        ))}
        <Group title="Touching a ring">
          {RING_GESTURES.filter(isOffered).map(({ title, gesture }) => (
            <KeyRow key={gesture} title={title} gesture={gesture} />
          ))}
        </Group>
        <Group title="Keys on a ring">
          {RING_KEYS.filter(isOffered).map(({ action, title, keys }) => (
            <KeyRow key={action} title={title} keys={keys} />
          ))}
        </Group>
      </section>
      <p className="top16">
        More is in the{' '}
        <Link to="/manual" className="underline" onClick={() => setShortcutSheet(false)}>
          manual
        </Link>
        .
      </p>
    </Dialog>
  );
}

interface KeyRowProps {
  title: string;
  /** Chords, any of which will do; or words for a gesture. */
  keys?: readonly string[];
  gesture?: string;
}

/** One line of the shortcut sheet: what it does, and what to press. */
function KeyRow({ title, keys = [], gesture }: KeyRowProps) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td className={styles.keys}>
        {gesture}
        {keys.map((chord, at) => (
          <Fragment key={chord}>
            {at > 0 && <span className={styles.or}>or</span>}
            {printKeys(chord).map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </Fragment>
        ))}
      </td>
    </tr>
  );
}
