import { useQuery } from '@tanstack/react-query';
import type { WaitingMail } from '../../data/contract/operations.ts';
import { mailFiguresQuery, useSendMailsAgain } from '../../data/queries/operations.ts';
import { waitText } from '../../data/rules/site/waitText.ts';
import { notify } from '../../data/stores/ui.ts';
import { Figures } from '../kit/Figures.tsx';
import { Region } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import { useSave } from '../kit/useSave.ts';
import { onPage } from '../parts/page/page.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { Trouble } from '../system/Submit.tsx';
import { Table } from '../system/Table.tsx';
import styles from './Operate.module.css';

const dueText = (due: number | null): string =>
  due === null ? 'given up' : `again in ${waitText(Math.max(0, due - Date.now()))}`;

/** What became of mail, and what waits. */
export function MailPanel() {
  const query = useQuery(onPage(mailFiguresQuery));
  const text = useRegionText();
  const { mutateAsync } = useSendMailsAgain();
  const save = useSave(async (id: string | undefined) => {
    await mutateAsync(id);
    notify('It is tried now.');
  });
  const cellsOf = ({ id, subject, recipient, tries, lastError, due }: WaitingMail) => [
    subject,
    recipient,
    text.number(tries),
    lastError,
    dueText(due),
    <Button
      key="again"
      size="xs"
      aria-label={`Try now: ${subject} to ${recipient}`}
      aria-disabled={save.isBusy}
      onClick={() => void save.run(id)}
    >
      Try now
    </Button>,
  ];
  return (
    <Section id="mail" title="Mail">
      <Trouble title={save.trouble} />
      <Region query={query} what="The figures of mail" isPlural>
        {({ sent, waiting, failed, hasRelay, mails }) => (
          <>
            <p className={`${styles.about} muted`}>
              {hasRelay
                ? 'Mail is sent at once. What the relay does not take is tried again for two days, then given up and deleted after a week.'
                : 'There is no relay (SMTP_URL): mail is written to the outbox folder of the server.'}
            </p>
            <Figures
              figures={[
                ['Sent by this node', text.number(sent)],
                ['Waiting', text.number(waiting)],
                ['Given up', text.number(failed)],
              ]}
            />
            {failed > 0 && (
              <Button
                size="sm"
                className="below16"
                aria-disabled={save.isBusy}
                onClick={() => void save.run(undefined)}
              >
                Try all that were given up
              </Button>
            )}
            <Table
              caption="Mail that was not sent yet"
              columns={[
                { id: 'subject', title: 'Subject' },
                { id: 'recipient', title: 'To' },
                { id: 'tries', title: 'Tries', isNumber: true, width: '72px' },
                { id: 'error', title: 'Last error' },
                { id: 'due', title: 'Next' },
                { id: 'again', title: 'Now', width: '110px' },
              ]}
              rows={mails.map((mail) => ({ id: mail.id, cells: cellsOf(mail) }))}
              empty="Nothing waits."
            />
          </>
        )}
      </Region>
    </Section>
  );
}
