import type { Comment } from '../../../data/contract/comments.ts';
import { messageRuns } from '../../../data/rules/jam/chatView.ts';
import { LinkedText } from '../../kit/LinkedText.tsx';
import type { MenuItem } from '../../system/Menu.tsx';
import { useRegionText } from '../useRegionText.ts';
import { DemoMark, PersonLink } from './Byline.tsx';
import styles from './Comments.module.css';
import type { CommentsOfShare } from './useComments.ts';
import { useMember, useReader } from './useReader.ts';
import { WordsMenu } from './WordsMenu.tsx';

interface CommentItemProps {
  comment: Comment;
  own: CommentsOfShare;
  /** The server does not have it yet. */
  isOnItsWay: boolean;
}

/** One comment: who, when, their words, and what can be done about it. */
export function CommentItem({ comment, own, isOnItsWay }: CommentItemProps) {
  const reader = useReader();
  const member = useMember();
  const text = useRegionText();
  const { id, user, displayName, isDemo, message, created, mayRemove } = comment;
  const items: MenuItem[] = [];
  if (mayRemove && !isOnItsWay) {
    items.push({ id: 'remove', title: 'Delete', icon: 'bin', run: () => own.remove(comment) });
  }
  return (
    <li className={styles.comment}>
      <p className={styles.by}>
        <span className="medium">
          <PersonLink userId={user} displayName={displayName} />
        </span>
        {isDemo && <DemoMark />}
        <span className="t13 muted">{isOnItsWay ? 'Sending' : text.age(created)}</span>
      </p>
      <p className={styles.words}>
        <LinkedText runs={messageRuns(message)} className="link hoverLine" />
      </p>
      <WordsMenu
        label={`Comment of ${displayName}`}
        displayName={displayName}
        items={items}
        isOfOther={member !== '' && user !== reader}
        className={styles.menu}
        onBlock={() => own.block(comment)}
        onReport={(reason) => own.report(id, reason)}
      />
    </li>
  );
}
