import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { ownShareQuery } from '../../../data/queries/feed.ts';
import { newId } from '../../../data/rules/ids.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { Skeleton } from '../../system/Skeleton.tsx';
import { SharedLinks } from './SharedLinks.tsx';
import { ShareForm, type ShareWords } from './ShareForm.tsx';
import { useLoginHref, useReader } from './useReader.ts';

export interface ShareDialogProps {
  jamId: string;
  /** Committed: the server knows it. */
  rifff: Rifff;
  /** What the title begins as. */
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** It has been taken back; the dialog offers to share it again unless it is closed. */
  onUnshared?(): void;
}

/** Shares a rifff, hands out its link and its embed code, and takes it back. */
export function ShareDialog(props: ShareDialogProps) {
  const { jamId, rifff, title, isOpen, onOpenChange, onUnshared } = props;
  const reader = useReader();
  const loginHref = useLoginHref();
  // Kept while the dialog is shut, and through failures: nothing typed is lost, nothing is shared twice.
  const [shareId, setShareId] = useState(newId);
  const [words, setWords] = useState<ShareWords>({ title, isPrivate: false });
  const own = useQuery({
    ...ownShareQuery(reader, jamId, rifff._id),
    enabled: isOpen && reader !== '',
  });
  const isShared = own.data != null;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={isShared ? 'Shared' : 'Share this rifff'}
      description={isShared ? undefined : 'Others can hear it, like it and answer with a remix.'}
    >
      {reader === '' ? (
        <p>
          <Button to={loginHref} variant="filled">
            Sign in to share
          </Button>
        </p>
      ) : own.isPending ? (
        <Skeleton width="100%" height={40} />
      ) : own.data ? (
        <SharedLinks
          share={own.data}
          onTakenBack={() => {
            setShareId(newId());
            void own.refetch();
            onUnshared?.();
          }}
        />
      ) : (
        <ShareForm
          target={{ jamId, rifffId: rifff._id, shareId }}
          words={words}
          onWords={setWords}
          onShared={() => void own.refetch()}
        />
      )}
    </Dialog>
  );
}
