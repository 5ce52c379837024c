import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { mergeableSlots } from '../../../data/rules/draft/merge.ts';
import { draft } from '../../../data/stores/draft.ts';
import { openMerge, openPanel, setDraftsOpen, setExportOpen, ui } from '../../../data/stores/ui.ts';
import { useCommand } from '../../parts/commands/registry.ts';
import { LaterDialog } from '../../parts/page/LaterDialog.tsx';
import { Button } from '../../system/Button.tsx';
import type { IconName } from '../../system/Icon.tsx';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import { MakeTabs } from '../make/MakeTabs.tsx';
import { LoopList } from '../pool/LoopList.tsx';
import { PoolHead } from '../pool/Pool.tsx';
import { CommitTarget } from '../rings/CommitTarget.tsx';
import { useCollectNote } from '../rings/useCollectNote.ts';
import { SlotList } from '../slots/SlotList.tsx';
import { SlotPanel } from '../slots/SlotPanel.tsx';
import { Master } from '../transport/Master.tsx';
import { TempoTable } from '../transport/TempoTable.tsx';
import styles from './Narrow.module.css';

const close = (isOpen: boolean) => {
  if (!isOpen) openPanel('none');
};

/** A command as a button with words. */
function SheetCommand({ command, icon }: { command: string; icon: IconName }) {
  const { title, shortcuts, isEnabled, run } = useCommand(command);
  return (
    <Button icon={icon} disabled={!isEnabled} aria-keyshortcuts={shortcuts} onClick={run}>
      {title}
    </Button>
  );
}

function MixerSheet() {
  const { rifff, count } = useDraft();
  const mergeable = mergeableSlots(rifff);
  // What the commands below ask for whether they can be run.
  useSnapshot(draft);
  useSnapshot(transport);
  const actions = useEditorActions();
  const collectNote = useCollectNote();
  return (
    <div className={`${styles.sheet} stack gap24`}>
      <CommitTarget />
      {collectNote && <p className="t13 muted">Where it goes, {collectNote}.</p>}
      <SlotList />
      <Master />
      <TempoTable />
      <div className={styles.sheetButtons}>
        <SheetCommand command="editor.skipBack" icon="skipBack" />
        <SheetCommand command="editor.skipForward" icon="skipForward" />
        <SheetCommand command="editor.toStart" icon="toStart" />
        <SheetCommand command="editor.redo" icon="redo" />
        <Button
          icon="list"
          onClick={() => {
            openPanel('none');
            setDraftsOpen(true);
          }}
        >
          Drafts
        </Button>
        <Button
          icon="download"
          onClick={() => {
            openPanel('none');
            setExportOpen(true);
          }}
        >
          Export
        </Button>
        <Button
          icon="merge"
          aria-haspopup="dialog"
          disabled={mergeable.length < 2}
          onClick={() => openMerge(mergeable[0] ?? -1)}
        >
          Merge rings
        </Button>
        <Button
          icon="dice"
          onClick={() => {
            openPanel('none');
            void actions.surprise();
          }}
        >
          Surprise me
        </Button>
        <Button
          icon="reset"
          disabled={count === 0}
          onClick={() => {
            actions.startOver();
            openPanel('none');
          }}
        >
          Start over
        </Button>
      </div>
    </div>
  );
}

/** What makes a rifff and does not fit beside the rings: the pool, the mixer, and the rest of a slot, as sheets. */
export function MakeSheets() {
  const { panel } = useSnapshot(ui);
  return (
    <>
      <LaterDialog isOpen={panel === 'pool'} onOpenChange={close} title="Add a loop" isLow>
        <div className={styles.sheet}>
          <MakeTabs>
            <PoolHead />
            <LoopList />
          </MakeTabs>
        </div>
      </LaterDialog>
      <LaterDialog isOpen={panel === 'mixer'} onOpenChange={close} title="Mixer" isLow>
        <MixerSheet />
      </LaterDialog>
      <LaterDialog isOpen={panel === 'slot'} onOpenChange={close} title="Slot" isLow>
        <div className={styles.sheet}>
          <SlotPanel isSheet />
        </div>
      </LaterDialog>
    </>
  );
}
