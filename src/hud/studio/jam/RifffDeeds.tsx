import { useState } from 'react';
import type { TreeNode } from '../../../data/contract/jams.ts';
import { useRifffDeeds } from '../../../data/queries/rooms.ts';
import { siblingsOf } from '../../../data/rules/jam/historyFilter.ts';
import { isFrozen, keepsOrder } from '../../../data/rules/jam/standing.ts';
import { importedText } from '../../../data/rules/sharing/accountText.ts';
import { hasScope } from '../../../data/stores/session.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { numberTitle } from '../../parts/controls/format.ts';
import { LaterDialog, LaterReport } from '../../parts/page/LaterDialog.tsx';
import { LaterMenu } from '../../parts/page/LaterMenu.tsx';
import { useNames } from '../../parts/people/useNames.ts';
import { addToPlaylistItem } from '../../parts/playlist/addItem.ts';
import { useIsPupil, useMember, useReader } from '../../parts/shares/useReader.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import type { MenuItem } from '../../system/Menu.tsx';
import type { HistoryEntry } from '../history/historyEntry.ts';
import type { JamView } from './useJam.ts';

export interface RifffDeedsProps {
  view: JamView;
  entry: HistoryEntry;
  /** Makes a rifff the one that is heard. */
  onChoose(id: string): void;
}

/** What can be done with a rifff that arrived: back to its parent, to its siblings, into a playlist, report, hide, remove. */
export function RifffDeeds({ view, entry, onChoose }: RifffDeedsProps) {
  const reader = useReader();
  const member = useMember();
  const isPupil = useIsPupil();
  const { jam, tree, numbers, entries } = view;
  const id = entry.rifff._id;
  const deeds = useRifffDeeds(jam?.id ?? view.id ?? '', id);
  const [open, setOpen] = useState<'report' | 'remove' | null>(null);
  const parentId = entries.find(({ rifff }) => rifff._id === entry.parentId)?.rifff._id;
  const nameOf = useNames();
  const titleOf = ({ id: rifffId, user, importedName }: TreeNode) => {
    const number = numbers.get(rifffId);
    const title = number === undefined ? 'Rifff' : numberTitle(number);
    const who = importedName ? importedText(importedName) : nameOf(user);
    return [title, who && `by ${who}`].filter(Boolean).join(' ');
  };
  const others = siblingsOf(tree ?? [], id).filter((node) => node.id !== id);
  const isOwn = entry.rifff.userName === reader;
  const isTheirs = isOwn || view.isOwn || keepsOrder(jam?.role);
  const mayRemove = reader !== '' && ((isTheirs && !isFrozen(jam)) || hasScope('moderator'));
  const say = (error: Error) => notify(troubleOf(readFailure(error)));
  const hide = () =>
    deeds.hide.mutate(true, { onSuccess: () => notify('It is hidden from you.'), onError: say });
  const items: MenuItem[] = [
    ...(others.length > 0
      ? [{ kind: 'label' as const, id: 'siblings', title: 'Answers to the same rifff' }]
      : []),
    ...others.slice(-8).map(
      (node): MenuItem => ({
        id: node.id,
        title: titleOf(node),
        icon: 'branch',
        run: () => onChoose(node.id),
      }),
    ),
    ...(isPupil
      ? []
      : [addToPlaylistItem({ itemId: id, jamId: jam?.id ?? view.id ?? '', title: entry.title })]),
    ...(member !== '' && !isOwn
      ? [
          { id: 'report', title: 'Report', icon: 'flag' as const, run: () => setOpen('report') },
          { id: 'hide', title: 'Hide it from me', icon: 'hide' as const, run: hide },
        ]
      : []),
    ...(mayRemove
      ? [{ id: 'remove', title: 'Remove', icon: 'bin' as const, run: () => setOpen('remove') }]
      : []),
  ];
  const remove = () => {
    if (deeds.remove.isPending) return;
    deeds.remove.mutate(undefined, {
      onSuccess: () => {
        setOpen(null);
        notify('The rifff is removed.');
      },
    });
  };
  return (
    <>
      {parentId !== undefined && (
        <IconButton
          icon="undo"
          label="Back to what it came from"
          onClick={() => onChoose(parentId)}
        />
      )}
      {items.length > 0 && (
        <LaterMenu
          label={entry.title}
          items={items}
          trigger={<IconButton icon="more" label={`More about ${entry.title}`} />}
        />
      )}
      <LaterReport
        isOpen={open === 'report'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'report' : null)}
        onReport={(reason) => deeds.report.mutateAsync(reason)}
      />
      <LaterDialog
        isOpen={open === 'remove'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'remove' : null)}
        title={`Remove ${entry.title}?`}
        description="It is gone for everyone. What was made from it stays."
        actions={
          <Button variant="filled" aria-disabled={deeds.remove.isPending} onClick={remove}>
            Remove it
          </Button>
        }
      >
        {deeds.remove.error && <p role="alert">{troubleOf(readFailure(deeds.remove.error))}</p>}
      </LaterDialog>
    </>
  );
}
