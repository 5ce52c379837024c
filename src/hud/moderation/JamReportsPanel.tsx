import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import type { LookDocument } from '../../data/contract/looks.ts';
import type { JamReport } from '../../data/contract/moderation.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { jamReportsQuery, useJudge } from '../../data/queries/moderation.ts';
import { peopleText } from '../../data/rules/site/peopleText.ts';
import { lookPath } from '../../data/rules/stage/lookAddress.ts';
import { useEngine } from '../EngineContext.tsx';
import { startListening } from '../parts/listening/startListening.ts';
import { LookPicture } from '../parts/looks/LookPicture.tsx';
import { useStillSample } from '../parts/looks/WithSample.tsx';
import { useMemberFile } from '../parts/media/useMemberFile.ts';
import { onPage } from '../parts/page/page.ts';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { Button } from '../system/Button.tsx';
import { AccountLink, Case, ReportWhy } from './CaseQueue.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import styles from './Moderation.module.css';
import { ModerationPanel } from './QueriedList.tsx';

interface ReportedFileProps {
  url: string;
  isSound: boolean;
  label: string;
}

/**
 * A picture or a voice message that not every reader may have. It is fetched with the credential of this device, and
 * released when the component goes.
 */
function ReportedFile({ url, isSound, label }: ReportedFileProps) {
  const { held, isGone } = useMemberFile(url);
  if (isGone) return <p className="t13 muted">{label}: it could not be loaded.</p>;
  if (!held) return <p className="t13 muted">{label}: loading.</p>;
  if (!isSound) return <img src={held} alt={label} className={styles.reportedPicture} />;
  // biome-ignore lint/a11y/useMediaCaption: there is no text of a voice message
  return <audio src={held} controls aria-label={label} className="wide" />;
}

/** Open reports of messages and rifffs in rooms, of clubs and of looks, each with the possible decisions. */
export function JamReportsPanel() {
  const reports = useQuery(onPage(jamReportsQuery));
  return (
    <ModerationPanel
      id="jam-reports"
      title="Reported in rooms, clubs and looks"
      isQueue
      query={reports}
      what="The reports"
      isPlural
      empty="Nothing to decide"
      emptyText="Messages and rifffs that people report in rooms, clubs and looks stand here until they are decided."
      row={(report) => (
        <ReportRow
          key={`${report.jamId} ${report.kind} ${report.ref} ${report.reporter}`}
          report={report}
        />
      )}
    />
  );
}

/** What is said of something that was removed whole. */
const DONE: Partial<Record<JamReport['kind'], string>> = {
  club: 'The club is closed. What its members made is kept in their own jams.',
  look: 'The look is deleted.',
};

/** One report: what was said or played, by whom, why, and what is to be done about it, with a reason. */
function ReportRow({ report }: { report: JamReport }) {
  const { mutateAsync } = useJudge(report);
  const { kind, user, jamId, jamName, shareId, reporter, reason, created } = report;
  const { message, files, rifff, look } = report;
  const words = peopleText(message)
    .map((part) => part.text)
    .join('');
  const what = {
    message: 'A message in',
    rifff: 'A rifff in',
    comment: 'A comment on',
    club: 'The club',
    look: 'The look',
  };
  const where = {
    message: `/jams/${jamId}`,
    rifff: `/jams/${jamId}`,
    comment: `/rifff/${shareId}`,
    club: `/club/${jamId}`,
    look: lookPath(jamId),
  };
  const named = {
    message: jamName || 'a room',
    rifff: jamName || 'a room',
    comment: 'a shared rifff',
    club: jamName || 'a room',
    look: look?.name ?? 'that is gone',
  };
  return (
    <Case>
      <div className="min0">
        <h3 className="t18 truncate">
          {what[kind]}{' '}
          <Link to={where[kind]} className={`thickLine hoverUnderline`}>
            {named[kind]}
          </Link>
        </h3>
        <p className="t13 muted">
          by {user === '' ? 'a person who left' : <PersonLink userId={user} />}
        </p>
        {words !== '' && <p className={styles.message}>{words}</p>}
        {rifff && <ReportedRifff rifff={rifff} by={user} />}
        {look && <ReportedLook look={look} />}
        {files.map(({ url, isSound }, at) => (
          <ReportedFile
            key={url}
            url={url}
            isSound={isSound}
            label={`${isSound ? 'Voice' : 'Picture'} ${at + 1} of ${files.length} by ${user}`}
          />
        ))}
        {user !== '' && <AccountLink userId={user} />}
      </div>
      <ReportWhy message={reason} reporter={reporter} created={created} />
      <DecisionForm
        label="Your reason, kept in the trail"
        choices={[
          {
            title: 'Remove',
            done: DONE[kind] ?? 'Removed for good. Its place stays, without what it was.',
            decide: (given) => mutateAsync({ isRemoved: true, reason: given }),
          },
          {
            title: 'Leave it',
            done: 'The reports are closed. It stays.',
            decide: (given) => mutateAsync({ isRemoved: false, reason: given }),
          },
        ]}
      />
    </Case>
  );
}

/** A rifff as it was reported, to be heard before it is judged. */
function ReportedRifff({ rifff, by }: { rifff: Rifff; by: string }) {
  const engine = useEngine();
  return (
    <p className={styles.heard}>
      <RifffDisc rifff={rifff} sizePx={48} />
      <Button
        size="xs"
        icon="play"
        data-hear=""
        onClick={() => void startListening(engine, [{ id: rifff._id, title: '', rifff }], 0)}
      >
        Play the rifff of {by || 'a person who left'}
      </Button>
    </p>
  );
}

/** Side of the picture of a reported look, in CSS pixels: small ones stand without what moves. */
const LOOK_PX = 160;

/** A look as it is now, drawn of the rifff that all looks are shown by. */
function ReportedLook({ look }: { look: LookDocument }) {
  // Several people may have reported the same one.
  const id = useId();
  const { rifff } = useStillSample();
  return (
    <div className={styles.heard}>
      <div style={{ width: LOOK_PX }}>
        <LookPicture placeId={`reported.${id}`} look={look} rifff={rifff} isPlaying={false} />
      </div>
    </div>
  );
}
