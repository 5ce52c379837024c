import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { countText } from '../../../data/rules/site/locale.ts';
import { Dialog } from '../../system/Dialog.tsx';
import { Icon } from '../../system/Icon.tsx';
import { Comments } from './Comments.tsx';
import styles from './Shares.module.css';

/** A card's comments with their count. */
export function CommentsButton({ share, onOpen }: { share: SharedRifff; onOpen(): void }) {
  const { title, commentCount } = share;
  const comments = `${countText(commentCount)} ${commentCount === 1 ? 'comment' : 'comments'}`;
  return (
    <button
      type="button"
      className={`hoverRaised2 ${styles.like} ${styles.sm}`}
      data-deed="comments"
      aria-haspopup="dialog"
      aria-label={`Comment on ${title || 'this rifff'}, ${comments}`}
      onClick={onOpen}
    >
      <Icon name="talk" size={16} />
      <span aria-hidden="true">{countText(commentCount)}</span>
    </button>
  );
}

interface CommentsDialogProps {
  share: SharedRifff;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** The comments of a card over its page, where the music goes on. */
export function CommentsDialog({ share, isOpen, onOpenChange }: CommentsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Comments"
      description={share.title || 'Untitled'}
      isTall
    >
      <Comments share={share} isTitled={false} />
    </Dialog>
  );
}
