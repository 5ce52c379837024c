import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { DEFAULT_LICENSE } from '../../../data/contract/accountOptions.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { accessRightsQuery } from '../../../data/queries/account.ts';
import {
  type NewShare,
  ownShareQuery,
  useShareRifff,
  useUnshare,
} from '../../../data/queries/feed.ts';
import { newId } from '../../../data/rules/ids.ts';
import { notify } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { RadioRows } from '../../system/RadioRows.tsx';
import { TextField } from '../../system/TextField.tsx';
import styles from './Comments.module.css';
import { LicenceLine } from './LicenceLine.tsx';
import { ShareLinks } from './ShareLinks.tsx';
import { useLoginHref, useLoginWords, useMember, useReader } from './useReader.ts';

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
  const member = useMember();
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  // Kept while the dialog is shut, and through failures: nothing typed is lost, nothing is shared twice.
  const [shareId, setShareId] = useState(newId);
  const [words, setWords] = useState<ShareWords>({ title, isPrivate: false });
  const own = useQuery({
    ...ownShareQuery(member, jamId, rifff._id),
    enabled: isOpen && member !== '',
  });
  const isShared = own.data != null;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={isShared ? 'Shared' : 'Share this rifff'}
      description={isShared ? undefined : 'Others can hear it, like it and answer with a remix.'}
    >
      {member === '' ? (
        <p>
          <Button to={loginHref} variant="filled">
            {loginWords} to share
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
          licence={rifff.license}
          onWords={setWords}
          onShared={() => void own.refetch()}
        />
      )}
    </Dialog>
  );
}

/** What a person decides about a share. */
interface ShareWords {
  title: string;
  isPrivate: boolean;
}

interface ShareFormProps {
  target: Pick<NewShare, 'jamId' | 'rifffId' | 'shareId'>;
  words: ShareWords;
  /** Of the rifff, where its document names one. */
  licence: unknown;
  onWords(words: ShareWords): void;
  onShared(): void;
}

/** Longest title that the server takes. */
const MAX_TITLE = 80;

const WHO = [
  {
    value: 'public',
    title: 'Everybody',
    text: 'It stands in the feed and on your profile. Anybody may hear, embed and remix it.',
  },
  {
    value: 'private',
    title: 'Anyone with the link',
    text: 'It stands in no list that others see. Anybody with the link may hear it.',
  },
] as const;

/** What sharing means for the licence, in words. */
function LicenceWords({ licence }: { licence: unknown }) {
  const { data } = useQuery(accessRightsQuery(useReader()));
  // Not `ccLicense`: that is what would be offered first while all rights are reserved.
  const own = data?.options.find(({ slug }) => slug === data.license);
  return (
    <p className={`${styles.licence} muted`}>
      Remixing here, with your name on the result, is always allowed. Everything else follows the
      licence that the rifff was made under; sharing does not change it.{' '}
      {licence !== undefined && (
        <>
          Its licence: <LicenceLine licence={licence} hasTitle />.{' '}
        </>
      )}
      {own && own.slug !== licence && (
        <>
          What you make now is under “{own.title}”
          {own.slug !== DEFAULT_LICENSE && (
            <>
              {' '}
              (<LicenceLine licence={own.slug} />)
            </>
          )}
          .{' '}
        </>
      )}
      <Link to="/account?tab=settings" className={styles.shareDialogLink}>
        Choose a licence
      </Link>
    </p>
  );
}

/** The form of the share dialog. What was typed stays when sharing fails. */
function ShareForm({ target, words, licence, onWords, onShared }: ShareFormProps) {
  const sharing = useShareRifff();
  const [hasTried, setTried] = useState(false);
  const title = words.title.trim();
  const isTooLong = title.length > MAX_TITLE;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isTooLong || sharing.isPending) return;
    sharing.mutate({ ...target, title, isPrivate: words.isPrivate }, { onSuccess: onShared });
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label="Title"
        value={words.title}
        maxLength={200}
        placeholder="Untitled"
        error={
          isTooLong && hasTried
            ? `At most ${MAX_TITLE} characters: ${title.length - MAX_TITLE} too many`
            : undefined
        }
        onChange={(event) => onWords({ ...words, title: event.currentTarget.value })}
      />
      <RadioRows
        legend="Who can find it"
        rows={WHO}
        value={words.isPrivate ? 'private' : 'public'}
        onChange={(value) => onWords({ ...words, isPrivate: value === 'private' })}
      />
      <LicenceWords licence={licence} />
      {sharing.error && (
        <p className={styles.failure} role="alert">
          It was not shared: {sharing.error.message}
        </p>
      )}
      <div className="flex wrap gap8 top24">
        <Button type="submit" variant="filled" icon="share" aria-disabled={sharing.isPending}>
          {sharing.isPending ? 'Sharing' : sharing.isError ? 'Try again' : 'Share'}
        </Button>
      </div>
    </form>
  );
}

/** What one takes along from a share: its link, its embed code; and the way back. */
function SharedLinks(props: { share: SharedRifff; onTakenBack(): void }) {
  const { share, onTakenBack } = props;
  const unshare = useUnshare();
  const [isSure, setSure] = useState(false);
  const takeBack = async () => {
    if (!isSure) {
      setSure(true);
      return;
    }
    try {
      await unshare.mutateAsync(share._id);
    } catch {
      // What went wrong stands in the dialog.
      return;
    }
    notify('No longer shared. The rifff stays in its jam.');
    onTakenBack();
  };
  return (
    <>
      <p className="muted">
        {share.private
          ? 'Anyone with the link can hear it. It stands in no list that others see.'
          : 'It stands in the feed and on your profile.'}
      </p>
      <div className="flex wrap gap8 top24">
        <Button to={`/rifff/${share._id}`} size="sm" icon="arrowRight">
          See its page
        </Button>
      </div>
      <div className="top24">
        <ShareLinks share={share} />
      </div>
      {unshare.error && (
        <p className={styles.failure} role="alert">
          It is still shared: {unshare.error.message}
        </p>
      )}
      <div className={styles.back}>
        <Button
          size="sm"
          variant={isSure ? 'outlined' : 'bare'}
          aria-disabled={unshare.isPending}
          onClick={() => void takeBack()}
          onBlur={() => setSure(false)}
        >
          {isSure ? 'Take it back, with its likes' : 'Stop sharing'}
        </Button>
        {isSure && <span className="muted">The rifff stays in its jam; remixes stay too.</span>}
      </div>
    </>
  );
}
