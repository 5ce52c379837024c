import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Jam } from '../../../data/contract/jams.ts';
import type { CodePurpose, JamInvite } from '../../../data/contract/members.ts';
import { invitesQuery, useInviteChanges } from '../../../data/queries/rooms.ts';
import { homeUrl } from '../../../data/rules/site/base.ts';
import { CodesPanel, NewCodeForm } from '../../kit/CodesPanel.tsx';
import { useSave } from '../../kit/useSave.ts';
import { RoomLooks } from '../../parts/looks/RoomLooks.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { ListState } from '../../system/ListState.tsx';
import { Trouble } from '../../system/Submit.tsx';
import styles from './Room.module.css';

export interface RoomDialogProps {
  jam: Jam;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Who a code lets in, for the owner. */
const WHO: Readonly<Record<Jam['access'], string>> = {
  public: 'Anyone with a code may join, as a guest without an account too.',
  link: 'Anyone with a code may come in, as a guest without an account too.',
  private: 'Anyone with a code and an account may come in.',
};

/** Codes of a room: what there is, another one, and the end of one. For its owner. People come to a channel by its club. */
export function InviteDialog({ jam, isOpen, onOpenChange }: RoomDialogProps) {
  const { club, access, id, role } = jam;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Invite"
      description={
        club ? `Those who join the club ${club.name} come into its channels.` : WHO[access]
      }
    >
      {club ? (
        <div className={styles.clubWay}>
          <div className="row wrap gap8">
            <Button variant="filled" icon="share" to={`/club/${club.id}`}>
              Invite to the club
            </Button>
          </div>
        </div>
      ) : (
        <Invites jamId={id} />
      )}
      <section className={styles.stages} aria-labelledby="stage-codes">
        <h3 id="stage-codes" className="medium">
          Stage
        </h3>
        <p className="t13 muted textLinks">
          The room as one picture, for a wall or a streaming program, without an account.{' '}
          <Link to="/manual/stage">How it is done</Link>
        </p>
        <Stages jamId={id} />
        {role === 'owner' && <RoomLooks jamId={id} />}
      </section>
    </Dialog>
  );
}

/** The codes of a jam that are for one purpose, and how they are made and taken back. */
function useCodes(jamId: string, purpose: CodePurpose) {
  const query = useQuery(invitesQuery(jamId));
  const { make, end } = useInviteChanges(jamId);
  return {
    query,
    codes: query.data?.filter((invite) => invite.purpose === purpose),
    make: (wish: { note: string; days: number | null }) =>
      make.mutateAsync({ purpose, note: wish.note, days: wish.days }),
    end: (code: string) => end.mutateAsync(code),
  };
}

/** The codes that let people in, and another one. */
function Invites({ jamId }: { jamId: string }) {
  const text = useRegionText();
  const { make, ...codes } = useCodes(jamId, 'join');
  const wordsOf = ({ code, note, expires, used }: JamInvite) => {
    const isOver = expires !== null && expires <= Date.now();
    const link = `${homeUrl()}/jam/${code}`;
    return {
      code,
      facts: [
        note,
        used === 1 ? 'used once' : `used ${text.number(used)} times`,
        isOver ? 'over' : expires !== null && `until ${text.date(expires)}`,
      ],
      endTitle: isOver ? 'Remove' : 'Take back',
      ...(!isOver && {
        link,
        scan: {
          text: link,
          summary: 'Show it as a QR code',
          label: `QR code of the link of ${code}`,
        },
      }),
    };
  };
  return (
    <>
      <NewCodeForm make={make} />
      <CodesPanel {...codes} empty={<ListState isSmall title="No codes yet" />} wordsOf={wordsOf} />
    </>
  );
}

/** Codes of the stages of a jam: each opens its picture and its remote, until it is taken back. */
function Stages({ jamId }: { jamId: string }) {
  const { make, ...codes } = useCodes(jamId, 'stage');
  const making = useSave(() => make({ note: '', days: null }));
  const wordsOf = ({ code }: JamInvite) => {
    const address = `${homeUrl()}/jam/${code}`;
    return {
      code,
      facts: [],
      more: (
        <a href={`${address}/control`} target="_blank" rel="noreferrer">
          Open its remote
        </a>
      ),
      endTitle: 'Take back',
      link: `${address}/stage`,
      linkTitle: 'Address of the stage',
      scan: {
        text: `${address}/control`,
        summary: 'Show its remote as a QR code',
        label: `QR code of the remote of ${code}`,
      },
    };
  };
  return (
    <>
      <Trouble title={making.trouble} />
      <CodesPanel {...codes} wordsOf={wordsOf} />
      <div>
        <Button size="sm" aria-disabled={making.isBusy} onClick={() => void making.run(undefined)}>
          Make a stage
        </Button>
      </div>
    </>
  );
}

export interface StageDialogProps {
  jamId: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** The stages of a jam of one's own. */
export function StageDialog({ jamId, isOpen, onOpenChange }: StageDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Stage"
      description="Your jam as one picture, for a wall or a streaming program. Anyone with its address sees and hears all of it."
    >
      <div className={styles.stages}>
        <Stages jamId={jamId} />
        <RoomLooks jamId={jamId} />
      </div>
    </Dialog>
  );
}
