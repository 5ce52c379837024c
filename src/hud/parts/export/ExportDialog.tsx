import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Exporter, ExportJob, ExportWish } from '../../../audio/export/Exporter.ts';
import { exporting } from '../../../audio/state/exporting.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import {
  creditLines,
  heldLicences,
  mixRefusal,
  peopleOf,
  type StemRight,
  stemRights,
} from '../../../data/rules/sharing/credits.ts';
import {
  knownLicence,
  licenceDuties,
  licenceOfWhole,
  licenceWords,
} from '../../../data/rules/sharing/licences.ts';
import { leftText } from '../../../data/rules/time/timeLeft.ts';
import { LOCAL_USER } from '../../../data/stores/draft.ts';
import { useEngine } from '../../EngineContext.tsx';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { Trouble } from '../../system/Form.tsx';
import { Progress } from '../../system/Progress.tsx';
import { LicenceLine } from '../shares/LicenceLine.tsx';
import { useReader } from '../shares/useReader.ts';
import styles from './Export.module.css';
import { ExportFields } from './ExportFields.tsx';
import { type ExportChoice, firstChoice, formatBytes, videoSize } from './exportChoice.ts';

export interface ExportDialogProps {
  rifff: Rifff;
  /** Name to begin with. */
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Everybody behind a rifff in one line; whoever has no account stays unnamed. */
const makersOf = (rifff: Rifff) =>
  peopleOf(rifff, '', [])
    .filter((userId) => userId !== LOCAL_USER)
    .join(', ');

function wishOf(choice: ExportChoice, rifff: Rifff, rights: readonly StemRight[]): ExportWish {
  const { kind, format, fps } = choice;
  const slots = rights.flatMap(({ slot, refusal }) => (refusal === null ? [slot] : []));
  if (kind === 'mix') return { kind, format };
  if (kind === 'stems') return { kind, format, slots };
  if (kind === 'project') return { kind, slots };
  const about = { title: choice.title.trim() || 'Untitled', makers: makersOf(rifff) };
  return {
    kind,
    size: videoSize(choice.size),
    fps,
    paint: async (size) => (await import('./videoPainter.ts')).createPainter(rifff, about, size),
  };
}

/** Why the chosen export cannot be made, or null. */
function refusalOf(
  { kind }: ExportChoice,
  rifff: Rifff,
  rights: readonly StemRight[],
  userId: string | null,
): string | null {
  if (rights.length === 0) return 'There is nothing to export yet: put a loop in first.';
  if (kind === 'mix' || kind === 'video') return mixRefusal(rifff, userId);
  if (rights.some(({ refusal }) => refusal === null)) return null;
  return 'No ring of it may be taken away as a file of its own.';
}

/** Takes a rifff away: as a mix, as stems, as a project or as a video. */
export function ExportDialog({ rifff, title, isOpen, onOpenChange }: ExportDialogProps) {
  const reader = useReader();
  const { exporter, isFailed } = useExporter();
  const { status } = useSnapshot(exporting);
  const [choice, setChoice] = useState(() => firstChoice(title));
  useEffect(() => setChoice((before) => ({ ...before, title })), [title]);
  const userId = reader || null;
  const rights = stemRights(rifff, userId);
  const refusal = refusalOf(choice, rifff, rights, userId);
  const isRunning = status === 'running';
  const isEmpty = rights.length === 0;

  const begin = () => {
    const taken = takenOf(choice, rifff, rights);
    const held = heldLicences(taken, userId);
    // What is not made yet is under what its loops leave.
    const ofWhole =
      rifff.license ?? (held.length > 0 ? licenceOfWhole(undefined, held) : undefined);
    const licence = licenceWords(ofWhole);
    const job: ExportJob = {
      rifff,
      title: choice.title.trim() || 'Untitled',
      turns: choice.turns,
      tail: choice.kind === 'project' ? 'folded' : choice.tail,
      credits: creditLines(taken),
      makers: makersOf(rifff),
      ...(licence && { licence }),
      wish: wishOf(choice, rifff, rights),
    };
    void exporter?.export(job);
  };
  const close = (open: boolean) => {
    if (!open && !isRunning) exporter?.clear();
    onOpenChange(open);
  };
  const again = () => exporter?.clear();

  const actions = isRunning ? (
    <Button onClick={() => exporter?.cancel()}>Cancel export</Button>
  ) : status === 'done' ? (
    <>
      <Button onClick={again}>Export another</Button>
      <Button variant="filled" onClick={() => close(false)}>
        Done
      </Button>
    </>
  ) : (
    <>
      <Button onClick={() => close(false)}>Close</Button>
      <Button variant="filled" disabled={refusal !== null || !exporter} onClick={begin}>
        Export
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      title={status === 'done' ? 'Exported' : 'Export'}
      description={isRunning ? 'It goes on while this window is closed.' : undefined}
      actions={actions}
    >
      <ExportOutcome />
      {(status === 'idle' || status === 'failed') && !isEmpty && (
        <ExportFields
          rifff={rifff}
          rights={rights}
          choice={choice}
          exporter={exporter}
          onChange={(change) => setChoice({ ...choice, ...change })}
        />
      )}
      {refusal === null && status === 'idle' && (
        <Licences licences={heldLicences(takenOf(choice, rifff, rights), userId)} />
      )}
      {refusal && status === 'idle' && (
        <p className={styles.refusal} role="status">
          {refusal}
        </p>
      )}
      {isFailed && (
        <p className={styles.refusal} role="alert">
          What exports could not be loaded. Close this and try again.
        </p>
      )}
    </Dialog>
  );
}

/** What the chosen export takes of it: every sounding ring, or those that may stand alone. */
function takenOf(
  { kind }: ExportChoice,
  rifff: Rifff,
  rights: readonly StemRight[],
): readonly StemRight[] {
  if (kind === 'stems' || kind === 'project') return rights.filter((one) => one.refusal === null);
  return rights.filter(({ slot }) => rifff.state.playback[slot]?.slot.current?.on);
}

/** What the licences of others ask of whoever takes their loops along. */
function Licences({ licences }: { licences: readonly unknown[] }) {
  const held = [...new Set(licences.map(knownLicence))];
  if (held.length === 0) return null;
  return (
    <div className={styles.licences}>
      <p>
        It holds loops of others under{' '}
        {held.map((slug, at) => (
          <span key={slug}>
            {at > 0 && (at === held.length - 1 ? ' and ' : ', ')}
            <LicenceLine licence={slug} />
          </span>
        ))}
        .
      </p>
      <ul>
        {licenceDuties(held).map((duty) => (
          <li key={duty}>{duty}</li>
        ))}
      </ul>
    </div>
  );
}

/** How far it is while it runs, what was made when it is done, why not when it failed. */
function ExportOutcome() {
  const { status, name, step, share, leftSec, result, error } = useSnapshot(exporting);
  if (status === 'running') {
    const percent = `${Math.round(100 * share)} %`;
    const reading = leftSec === null ? percent : `${percent}, ${leftText(leftSec)}`;
    return (
      <div className={styles.outcome}>
        {name && <p className={styles.fileName}>{name}</p>}
        <Progress label={step} value={share} text={reading} />
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <div className={styles.outcome}>
        <Trouble title={`That did not work: ${error}. Nothing was kept.`} />
      </div>
    );
  }
  if (!result) return null;
  return (
    <div className={styles.outcome} role="status">
      <p className={styles.file}>
        <strong className={styles.fileName}>{result.name}</strong>
        <span>{formatBytes(result.bytes)}</span>
      </p>
      {result.parts.length > 0 && (
        <ul className={styles.parts} aria-label="In it">
          {result.parts.map(({ name, bytes }) => (
            <li key={name} className={styles.file}>
              <span className={styles.fileName}>{name}</span>
              <span>{formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>
        {result.url ? 'It is in your downloads.' : 'It is where you put it.'}
      </p>
    </div>
  );
}

/** The engine's exporter, fetched while the dialog opens; null until it is there, and why it did not come. */
function useExporter(): { exporter: Exporter | null; isFailed: boolean } {
  const engine = useEngine();
  const [exporter, setExporter] = useState<Exporter | null>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    engine.studio().then(
      (studio) => !isGone && setExporter(() => studio.exporter),
      (cause: unknown) => {
        console.error('The exporter could not be loaded', cause);
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [engine]);
  return { exporter, isFailed };
}
