import { useQuery } from '@tanstack/react-query';
import type { MintAnswer, RifffMarket } from '../../../data/contract/market.ts';
import { rifffMarketQuery, useMint } from '../../../data/queries/market.ts';
import { tokenPath } from '../../../data/rules/market/asked.ts';
import { closedText } from '../../../data/rules/market/closedText.ts';
import { Region } from '../../kit/QueryList.tsx';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import page from '../Page.module.css';
import { CollectConfirm } from './CollectConfirm.tsx';
import { LinkGate } from './LinkGate.tsx';
import { Transaction } from './Transaction.tsx';
import { Waiting } from './Waiting.tsx';

interface CollectDialogProps {
  jamId: string;
  rifffId: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** A rifff is collected within its day: by which account, what that means, and what became of it. */
export function CollectDialog({ jamId, rifffId, isOpen, onOpenChange }: CollectDialogProps) {
  const query = useQuery(rifffMarketQuery(jamId, rifffId));
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Collect">
      <Region query={query} what="The market" skeleton={<Waiting>Asking the market</Waiting>}>
        {(market) => (
          <Collecting
            market={market}
            offsetMs={market.now - query.dataUpdatedAt}
            onClose={() => onOpenChange(false)}
          />
        )}
      </Region>
    </Dialog>
  );
}

interface CollectingProps {
  market: RifffMarket;
  offsetMs: number;
  onClose(): void;
}

function Collecting({ market, offsetMs, onClose }: CollectingProps) {
  const mint = useMint();
  const { jamId, rifffId, token, closed } = market;
  if (mint.data?.ok) return <Collected answer={mint.data.data} onClose={onClose} />;
  if (mint.isPending) return <Waiting>The server writes it on the chain</Waiting>;
  if (market.isPending) return <Waiting>It is on its way to you already</Waiting>;
  if (token !== null || closed !== null) {
    const owner = token?.ownerName ?? token?.ownerAccount;
    return (
      <div className="grid gap16 columns1">
        <p role="alert">{owner ? `${owner} collected it.` : closedText(closed ?? 'collected')}</p>
        <div className={page.padButtons}>
          {token && <Button to={tokenPath(token.tokenId)}>See it on the market</Button>}
          <Button variant="bare" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    );
  }
  const refusal = mint.data?.message ?? (mint.isError ? 'The server could not be reached.' : '');
  return (
    <LinkGate>
      {(accounts) => (
        <CollectConfirm
          market={market}
          offsetMs={offsetMs}
          accounts={accounts}
          refusal={refusal}
          onCollect={(accountId) => mint.mutate({ jamId, rifffId, accountId })}
        />
      )}
    </LinkGate>
  );
}

/** It is theirs, or will be whatever happens now. */
function Collected({ answer, onClose }: { answer: MintAnswer; onClose(): void }) {
  const { state, tokenId, txHash, accountId } = answer;
  const isDone = state === 'minted';
  return (
    <div className="grid gap16 columns1">
      <p className="t18" role="status">
        {isDone ? 'It is yours.' : 'It is on its way to you.'}
      </p>
      <p className="muted">
        {isDone
          ? `The chain has it under ${accountId}.`
          : 'The server began to write it on the chain and finishes that by itself. You may go on.'}
        {txHash !== null && (
          <>
            {' '}
            Transaction <Transaction hash={txHash} />.
          </>
        )}
      </p>
      <div className={page.padButtons}>
        {isDone && (
          <Button variant="filled" to={tokenPath(tokenId)}>
            See it on the market
          </Button>
        )}
        <Button variant={isDone ? 'bare' : 'outlined'} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
