import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../audio/state/recording.ts';
import { type EditorPanel, openPanel, ui } from '../../../data/stores/ui.ts';
import { runCommand, useCommand } from '../../parts/commands/registry.ts';
import { LaterDialog, useWasOpen } from '../../parts/page/LaterDialog.tsx';
import { lazyPiece } from '../../parts/page/lazyPiece.tsx';
import { IconButton } from '../../system/Button.tsx';
import type { IconName } from '../../system/Icon.tsx';
import styles from '../narrow/Narrow.module.css';
import { InputMark, RecordButton, RecordStatus, recordWords } from '../transport/RecordButton.tsx';
import { LoopToggle, PlayButton } from '../transport/Transport.tsx';
import type { SidePart, SurfaceProps } from './surfaceParts.ts';

/** Rings first, what belongs to them below, and five buttons; the rest in sheets. */
export function NarrowSurface(props: SurfaceProps) {
  const { label, head, over, rings, under, left, right, history, mayMake, line } = props;
  const parts = [...left, ...right].filter(({ id }) => id !== 'loops' && id !== 'slots');
  const isAlone = parts.length === 0;
  return (
    <section className={styles.editor} aria-label={label} data-jam={!isAlone || undefined}>
      <div className={`growParts ${styles.rings}`}>{rings}</div>
      <div className={styles.controls}>
        {over}
        {head}
        {under}
      </div>
      {isAlone ? (
        <AloneBar />
      ) : (
        <JamBar mayMake={mayMake} hasTalk={parts.some(({ id }) => id === 'talk')}>
          {line}
        </JamBar>
      )}
      {mayMake && <Making />}
      {parts.map((part) => (
        <PartSheet key={part.id} part={part} />
      ))}
      {!mayMake && <RingsSheet part={right.find(({ id }) => id === 'slots')} />}
      {history && <HistorySheet>{history}</HistorySheet>}
    </section>
  );
}

const makeSheets = lazyPiece<object>(
  'The sheet',
  async () => (await import('../narrow/MakeSheets.tsx')).MakeSheets,
  () => openPanel('none'),
);

/** The sheets of what makes a rifff, once one of them is wanted. */
function Making() {
  const { panel } = useSnapshot(ui);
  return (
    useWasOpen(panel === 'pool' || panel === 'slot' || panel === 'mixer') && <makeSheets.Piece />
  );
}

const close = (isOpen: boolean) => {
  if (!isOpen) openPanel('none');
};

/** A drawer as a sheet over the lower half. */
function PartSheet({ part }: { part: SidePart }) {
  const { panel } = useSnapshot(ui);
  return (
    <LaterDialog isOpen={panel === part.id} onOpenChange={close} title={part.title} isLow>
      <div className={styles.sheet}>{part.content}</div>
    </LaterDialog>
  );
}

/** The rings as rows, where they are only heard. */
function RingsSheet({ part }: { part: SidePart | undefined }) {
  const { panel } = useSnapshot(ui);
  if (!part) return null;
  return (
    <LaterDialog isOpen={panel === 'mixer'} onOpenChange={close} title={part.title} isLow>
      <div className={styles.sheet}>{part.content}</div>
    </LaterDialog>
  );
}

function HistorySheet({ children }: { children: ReactNode }) {
  const { panel } = useSnapshot(ui);
  return (
    <LaterDialog isOpen={panel === 'history'} onOpenChange={close} title="History" isLow>
      <div className={styles.historySheet}>{children}</div>
    </LaterDialog>
  );
}

interface SheetButtonProps {
  icon: IconName;
  label: string;
  panel: EditorPanel;
}

function SheetButton({ icon, label, panel }: SheetButtonProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      size="lg"
      variant="outlined"
      aria-haspopup="dialog"
      onClick={() => openPanel(panel)}
    />
  );
}

/** What is recorded stands over the buttons, whatever else is looked at. */
function RecordingStrip() {
  const state = useSnapshot(recording);
  const { title, more } = recordWords(state);
  return (
    <>
      {state.phase !== 'off' && (
        <p className={styles.recording} aria-hidden="true">
          <strong>{title}</strong> {more}
        </p>
      )}
      <InputMark isNarrow />
    </>
  );
}

/** Five buttons for the thumb: a loop, recording, play, looping, the mixer. */
function AloneBar() {
  return (
    <section className={styles.bar} aria-label="Transport">
      <RecordingStrip />
      <div className={styles.barButtons}>
        <AddButton />
        <RecordButton isRound />
        <PlayButton />
        <LoopToggle size="lg" />
        <SheetButton icon="sliders" label="Mixer and tempo" panel="mixer" />
      </div>
      <RecordStatus />
    </section>
  );
}

function AddButton() {
  return (
    <IconButton
      icon="plus"
      label="Add a loop"
      size="lg"
      variant="outlined"
      aria-haspopup="dialog"
      onClick={() => runCommand('editor.pool')}
    />
  );
}

interface JamBarProps {
  mayMake: boolean;
  hasTalk: boolean;
  children?: ReactNode;
}

/** Five buttons for the thumb in a jam: a loop (or the talk), the mixer, play, the people, the history. */
function JamBar({ mayMake, hasTalk, children }: JamBarProps) {
  // As the command stands, so that the button follows it.
  useCommand('editor.play');
  return (
    <section className={styles.bar} aria-label="Transport">
      {mayMake && <RecordingStrip />}
      {children}
      <div className={styles.barButtons}>
        {mayMake ? <AddButton /> : hasTalk && <SheetButton icon="talk" label="Talk" panel="talk" />}
        <SheetButton icon="sliders" label={mayMake ? 'Mixer and tempo' : 'Rings'} panel="mixer" />
        <PlayButton />
        <SheetButton icon="people" label="People and jam" panel="people" />
        <SheetButton icon="branch" label="History" panel="history" />
      </div>
      {mayMake && <RecordStatus />}
    </section>
  );
}
