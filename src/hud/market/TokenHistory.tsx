import type { TokenEvent } from '../../data/contract/market.ts';
import { Section } from '../kit/Section.tsx';
import { Amount, useCoins } from '../parts/market/Amount.tsx';
import { Transaction } from '../parts/market/Transaction.tsx';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Table } from '../system/Table.tsx';

const WHAT: Readonly<Record<TokenEvent['kind'], string>> = {
  mint: 'Collected',
  list: 'Put on sale',
  price: 'Price changed',
  unlist: 'Sale removed',
  sale: 'Sold',
  transfer: 'Given away',
};

/** An account on the chain: the name of the member who linked it here, else its id. */
function Who({ accountId, userId }: { accountId: string; userId: string | null }) {
  return userId === null ? (
    accountId
  ) : (
    <span title={accountId}>
      <PersonLink userId={userId} />
    </span>
  );
}

/** Who did it, to whom, and who was paid. */
function People({ event }: { event: TokenEvent }) {
  const { short } = useCoins();
  const { accountId, userId, toAccountId, toUserId, payout } = event;
  return (
    <span>
      <Who accountId={accountId} userId={userId} />
      {toAccountId !== null && (
        <>
          {' to '}
          <Who accountId={toAccountId} userId={toUserId} />
        </>
      )}
      {payout.length > 0 && (
        <span className="block t13 muted">
          {payout.map((one) => `${short(one.amount)} to ${one.accountId}`).join(', ')}
        </span>
      )}
    </span>
  );
}

/** What happened to a token, as the chain has it. */
export function TokenHistory({ history }: { history: readonly TokenEvent[] }) {
  const words = useRegionText();
  return (
    <Section id="history" title="History" space="below12">
      <Table
        caption="What happened to it, as the chain has it"
        columns={[
          { id: 'what', title: 'What', width: '160px' },
          { id: 'who', title: 'Who' },
          { id: 'price', title: 'Price', isNumber: true, width: '160px' },
          { id: 'when', title: 'When', width: '160px' },
          { id: 'hash', title: 'Transaction', width: '160px' },
        ]}
        rows={history.map((event, at) => ({
          id: `${event.created}.${event.kind}.${at}`,
          cells: [
            WHAT[event.kind],
            <People key="who" event={event} />,
            event.price === null ? '' : <Amount key="price" yocto={event.price} />,
            words.time(event.created),
            event.txHash === null ? '' : <Transaction key="hash" hash={event.txHash} />,
          ],
        }))}
        empty="The chain has not told of it yet."
      />
    </Section>
  );
}
