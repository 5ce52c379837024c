import { useState } from 'react';
import type { Comment } from '../../../data/contract/comments.ts';
import { messageRuns } from '../../../data/rules/jam/chatView.ts';
import { IconButton } from '../../system/Button.tsx';
import type { MenuItem } from '../../system/Menu.tsx';
import page from '../Page.module.css';
import { LaterReport } from '../page/LaterDialog.tsx';
import { LaterMenu } from '../page/LaterMenu.tsx';
import { useRegionText } from '../useRegionText.ts';
import { DemoMark, PersonLink } from './Byline.tsx';
import styles from './Comments.module.css';
import type { CommentsOfShare } from './useComments.ts';
import { useMember, useReader } from './useReader.ts';

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
  const [isReporting, setReporting] = useState(false);
  const { id, user, displayName, isDemo, message, created, mayRemove } = comment;
  const items: MenuItem[] = [];
  if (mayRemove && !isOnItsWay) {
    items.push({ id: 'remove', title: 'Delete', icon: 'bin', run: () => own.remove(comment) });
  }
  if (member !== '' && user !== reader) {
    items.push(
      { id: 'report', title: 'Report', icon: 'flag', run: () => setReporting(true) },
      {
        ...{ id: 'block', title: `Block ${displayName}`, icon: 'hide' },
        run: () => own.block(comment),
      },
    );
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
        {messageRuns(message).map(({ text: words, href }, at) =>
          href === null ? (
            words
          ) : (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
              key={at}
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className={`${page.link} hoverLine`}
            >
              {words}
            </a>
          ),
        )}
      </p>
      {items.length > 0 && (
        <span className={styles.menu}>
          <LaterMenu
            label={`Comment of ${displayName}`}
            items={items}
            align="end"
            trigger={
              <IconButton icon="more" size="xs" label={`More about what ${displayName} said`} />
            }
          />
        </span>
      )}
      <LaterReport
        isOpen={isReporting}
        onOpenChange={setReporting}
        onReport={(reason) => own.report(id, reason)}
      />
    </li>
  );
}
