import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DEFAULT_LICENSE } from '../../../data/contract/accountOptions.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { accessRightsQuery } from '../../../data/queries/account.ts';
import { ownShareQuery, useShareRifff, useUnshare } from '../../../data/queries/feed.ts';
import { myLooksQuery } from '../../../data/queries/looks.ts';
import { newId } from '../../../data/rules/ids.ts';
import { notify } from '../../../data/stores/ui.ts';
import { FormSelect } from '../../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { troubleOf } from '../../kit/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { HOUSE_LOOKS, lookTitle } from '../looks/shownLooks.ts';
import styles from './Comments.module.css';
import { LicenceLine } from './LicenceLine.tsx';
import { ShareFields, type ShareValues } from './ShareFields.tsx';
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

interface DialogValues extends ShareValues {
  /** Key of a look; empty for none. */
  look: string;
}

/** Shares a rifff, hands out its link and its embed code, and takes it back. */
export function ShareDialog(props: ShareDialogProps) {
  const { jamId, rifff, title, isOpen, onOpenChange, onUnshared } = props;
  const member = useMember();
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  // Kept while the dialog is shut, and through failures: nothing typed is lost, nothing is shared twice.
  const [shareId, setShareId] = useState(newId);
  const sharing = useShareRifff();
  const form = useEntityForm<DialogValues>({
    mode: 'onSubmit',
    start: { title, who: 'public', look: '' },
    send: async (words) => {
      await sharing.mutateAsync({
        jamId,
        rifffId: rifff._id,
        shareId,
        title: words.title.trim(),
        isPrivate: words.who === 'private',
        look: words.look,
      });
      await own.refetch();
    },
    trouble: (failure) => ({ title: `It was not shared: ${troubleOf(failure)}` }),
  });
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
        <EntityForm form={form} action={form.trouble.title ? 'Try again' : 'Share'} icon="share">
          <ShareFields />
          <LookField />
          <LicenceWords licence={rifff.license} />
        </EntityForm>
      )}
    </Dialog>
  );
}

const NO_LOOK = { value: '', title: 'Plain' };
const HOUSE_OPTIONS = HOUSE_LOOKS.map((look) => ({ value: look.key, title: lookTitle(look) }));

/** The look that goes with a share: none, one's own, or one of the house. */
function LookField() {
  const { data: own = [] } = useQuery(myLooksQuery);
  const ownOptions = own.map(({ id, document }) => ({
    value: id,
    title: `${document.name} (yours)`,
  }));
  return (
    <FormSelect<DialogValues>
      name="look"
      label="Look"
      hint="How others see it full screen, and as the rifff of the week."
      options={[NO_LOOK, ...ownOptions, ...HOUSE_OPTIONS]}
    />
  );
}

/** What sharing means for the licence, in words. */
function LicenceWords({ licence }: { licence: unknown }) {
  const { data } = useQuery({ ...accessRightsQuery, enabled: useReader() !== '' });
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
