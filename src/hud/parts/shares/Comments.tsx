import { type FormEvent, type KeyboardEvent, useId } from 'react';
import { useSnapshot } from 'valtio';
import { MAX_COMMENT_CHARACTERS } from '../../../data/contract/constants.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { entryPath } from '../../../data/rules/account/redirects.ts';
import { countText } from '../../../data/rules/site/locale.ts';
import type { UnsentComment } from '../../../data/stores/commentDrafts.ts';
import { session } from '../../../data/stores/session.ts';
import { QueryList } from '../../kit/QueryList.tsx';
import { Button } from '../../system/Button.tsx';
import { ListState } from '../../system/ListState.tsx';
import { TextArea } from '../../system/TextField.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import page from '../Page.module.css';
import { CommentItem } from './CommentItem.tsx';
import styles from './Comments.module.css';
import { type CommentsOfShare, useComments } from './useComments.ts';
import { useLoginWords, useMember } from './useReader.ts';

/** What an address ends with that means the comments of its page. */
export const COMMENTS_ANCHOR = 'comments';

interface CommentsProps {
  share: SharedRifff;
  /** Left out where a title stands above them already. */
  isTitled?: boolean;
}

/** What people say about a shared rifff, newest first. */
export function Comments({ share, isTitled = true }: CommentsProps) {
  const own = useComments(share._id);
  const titleId = useId();
  const { comments, query, draft } = own;
  const waiting = draft.unsent.filter(({ trouble }) => trouble === null).map(({ id }) => id);
  return (
    <section
      id={isTitled ? COMMENTS_ANCHOR : undefined}
      className={styles.comments}
      aria-labelledby={isTitled ? titleId : undefined}
      aria-label={isTitled ? undefined : 'Comments'}
    >
      {isTitled && (
        <h2 id={titleId} className="below16 t24">
          Comments{' '}
          <span className={page.count} title={String(share.commentCount)}>
            {countText(share.commentCount)}
          </span>
        </h2>
      )}
      <VisuallyHidden role="status">{own.news}</VisuallyHidden>
      <Composer own={own} shareId={share._id} />
      {draft.unsent.map(
        (unsent) =>
          unsent.trouble !== null && (
            <UnsentRow key={unsent.id} own={own} unsent={unsent} trouble={unsent.trouble} />
          ),
      )}
      <QueryList
        query={query}
        what="The comments"
        isPlural
        older="comments"
        isEmpty={comments?.length === 0}
        empty={
          <ListState isSmall title="No comments yet">
            Say what you hear in it.
          </ListState>
        }
      >
        <ol className="top16">
          {comments?.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              own={own}
              isOnItsWay={waiting.includes(comment.id)}
            />
          ))}
        </ol>
      </QueryList>
    </section>
  );
}

/** How few characters are left before that is said. */
const FEW_LEFT = 100;

/** Where a comment is typed. Visitors are led to sign in and back to the comments, guests of a room to sign up. */
function Composer({ own, shareId }: { own: CommentsOfShare; shareId: string }) {
  const member = useMember();
  const loginWords = useLoginWords();
  const { user } = useSnapshot(session);
  if (user?.pupilOf) return null;
  if (!member) {
    const back = `/rifff/${shareId}#${COMMENTS_ANCHOR}`;
    return (
      <p>
        <Button size="sm" to={entryPath(back, user?.guestOf !== undefined)}>
          {loginWords} to comment
        </Button>
      </p>
    );
  }
  const { typed } = own.draft;
  const left = MAX_COMMENT_CHARACTERS - typed.length;
  const onKeyDown = (event: KeyboardEvent) => {
    // While a script composes a letter, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    own.sendTyped();
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        own.sendTyped();
      }}
    >
      <TextArea
        label="Your comment"
        className="wide"
        isLabelHidden
        placeholder="Say what you hear in it"
        rows={1}
        maxLength={MAX_COMMENT_CHARACTERS}
        value={typed}
        hint={left <= FEW_LEFT ? `${left} characters left` : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => own.type(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" disabled={typed.trim() === ''}>
        Comment
      </Button>
    </form>
  );
}

interface UnsentRowProps {
  own: CommentsOfShare;
  unsent: UnsentComment;
  trouble: string;
}

/** A comment that was not sent: it stays until it is, or is thrown away. */
function UnsentRow({ own, unsent, trouble }: UnsentRowProps) {
  const { id, message } = unsent;
  return (
    <div className={styles.unsent}>
      <p className={styles.words}>{message}</p>
      <p className="t13" role="alert">
        Not sent: {trouble}
      </p>
      <p className="flex gap8 top8">
        <Button size="xxs" onClick={() => own.sendAgain({ id, message })}>
          Send again
        </Button>
        <Button size="xxs" variant="bare" onClick={() => own.discard(id)}>
          Throw away
        </Button>
      </p>
    </div>
  );
}
