import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ANNOUNCEMENT_MAX_CHARACTERS,
  type ListedAnnouncement,
  type Mode,
} from '../../data/contract/operations.ts';
import {
  announcementsQuery,
  useAnnounce,
  useEndAnnouncement,
  useSetMode,
} from '../../data/queries/operations.ts';
import { requiredText } from '../../data/rules/account/validation.ts';
import { momentText } from '../../data/stores/locale.ts';
import { notify } from '../../data/stores/ui.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { EntityForm, FormFoot, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextField } from '../kit/fields.tsx';
import { QueryList, Region } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import { useSave } from '../kit/useSave.ts';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './Operate.module.css';

interface ModeWords {
  readonly mode: Mode;
  readonly title: string;
  readonly deed: string;
  readonly about: string;
}

const MODES: readonly ModeWords[] = [
  {
    mode: 'open',
    title: 'Open',
    deed: 'Open the server',
    about: 'Everything works.',
  },
  {
    mode: 'read-only',
    title: 'Read only',
    deed: 'Let it only be read',
    about:
      'Reading, signing in and playing go on. What people make waits on their devices and is sent when the server is open again.',
  },
  {
    mode: 'maintenance',
    title: 'Maintenance',
    deed: 'Close it for maintenance',
    about:
      'Pages say that the server is closed. What plays goes on. Administrators see and do everything.',
  },
];

/** What the server takes, and the other choices. */
function ModeChoice({ present }: { present: Mode }) {
  const [asked, setAsked] = useState<ModeWords | null>(null);
  const { mutateAsync } = useSetMode();
  const words = MODES.find(({ mode }) => mode === present);
  return (
    <>
      <p className="top16 t24">{words?.title}</p>
      <p className={`${styles.about} muted below16`}>{words?.about}</p>
      <div className="flex wrap gap12">
        {MODES.filter(({ mode }) => mode !== present).map((one) => (
          <Button key={one.mode} size="sm" onClick={() => setAsked(one)}>
            {one.deed}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={`${asked?.deed ?? ''}?`}
        deed={asked?.deed ?? ''}
        run={() => asked && mutateAsync(asked.mode)}
      >
        <p>{asked?.about} All nodes follow within seconds, and a restart changes nothing.</p>
      </ConfirmDialog>
    </>
  );
}

interface AnnounceValues {
  text: string;
  starts: string;
  ends: string;
}

/** What a field of a date and time holds, in the time zone of this device; undefined where it is empty. */
const atMs = (value: string): number | undefined => (value ? new Date(value).getTime() : undefined);

function AnnounceForm() {
  const { mutateAsync } = useAnnounce();
  const form = useEntityForm<AnnounceValues>({
    start: { text: '', starts: '', ends: '' },
    keptAs: 'announce',
    mode: 'onSubmit',
    send: async ({ text, starts, ends }) => {
      await mutateAsync({ text: text.trim(), starts: atMs(starts), ends: atMs(ends) ?? null });
      form.reset();
      notify('It stands on every page now, or from then on.');
    },
  });
  return (
    <EntityForm form={form} className={styles.form} label="An announcement">
      <FormTextField<AnnounceValues>
        name="text"
        className={styles.whole}
        label={`One line, at most ${ANNOUNCEMENT_MAX_CHARACTERS} characters`}
        maxLength={ANNOUNCEMENT_MAX_CHARACTERS}
        rule={requiredText}
      />
      <FormTextField<AnnounceValues>
        name="starts"
        type="datetime-local"
        label="From (empty: now)"
      />
      <FormTextField<AnnounceValues>
        name="ends"
        type="datetime-local"
        label="Until (empty: until you end it)"
      />
      <div className={styles.whole}>
        <FormFoot form={form} action="Announce" />
      </div>
    </EntityForm>
  );
}

function spanText({ starts, ends }: ListedAnnouncement): string {
  if (ends !== null && ends <= Date.now()) return `over since ${momentText(ends)}`;
  const from = starts > Date.now() ? `from ${momentText(starts)}` : `since ${momentText(starts)}`;
  return ends === null ? `${from}, until it is ended` : `${from}, until ${momentText(ends)}`;
}

/** What every page says, and what the server takes at present. */
export function AnnouncementsPanel() {
  const query = useQuery(onPage(announcementsQuery));
  const { mutateAsync } = useEndAnnouncement();
  const save = useSave((id: string) => mutateAsync(id));
  const listed = query.data?.announcements ?? [];
  return (
    <>
      <Section id="mode" title="What the server takes">
        <Region query={query} what="The mode">
          {({ mode }) => <ModeChoice present={mode} />}
        </Region>
      </Section>
      <Section id="announcements" title="Announcements" className={styles.part}>
        <AnnounceForm />
        <Trouble title={save.trouble} />
        <QueryList
          query={query}
          what="The announcements"
          isPlural
          isEmpty={listed.length === 0}
          empty={
            <ListState isSmall title="No announcements">
              A line stands on every page until its reader closes it.
            </ListState>
          }
        >
          <ul>
            {listed.map((one) => (
              <li key={one.id} className={page.deed}>
                <span className={page.deedText}>
                  {one.text} <span className="t13 muted">{spanText(one)}</span>
                </span>
                <Button
                  size="xs"
                  aria-label={`Take away: ${one.text}`}
                  onClick={() => void save.run(one.id)}
                >
                  Take away
                </Button>
              </li>
            ))}
          </ul>
        </QueryList>
      </Section>
    </>
  );
}
