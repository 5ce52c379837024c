import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Collectible } from '../../data/contract/market.ts';
import { refreshMarket } from '../../data/queries/market.ts';
import type { ActionPlan, ActionResult, MarketAction, Wallet } from '../../data/wallet/Wallet.ts';
import { Waiting } from '../parts/market/Waiting.tsx';
import page from '../parts/Page.module.css';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { PlanReview } from './PlanReview.tsx';
import { PriceStep } from './PriceStep.tsx';
import { TradeOutcome } from './TradeOutcome.tsx';
import { WalletGate } from './WalletGate.tsx';

export type TradeKind = 'buy' | 'list' | 'reprice' | 'unlist';

const TITLES: Readonly<Record<TradeKind, string>> = {
  buy: 'Purchase',
  list: 'Put on sale',
  reprice: 'Change price',
  unlist: 'Remove sale',
};

interface TradeDialogProps {
  token: Collectible;
  kind: TradeKind;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Something done with a token: what it costs and does is shown before the wallet opens. */
export function TradeDialog({ token, kind, isOpen, onOpenChange }: TradeDialogProps) {
  const onClose = () => onOpenChange(false);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={TITLES[kind]}
      description={token.title || 'Untitled'}
    >
      <WalletGate accountId={kind === 'buy' ? undefined : token.ownerAccount}>
        {(wallet) => <Trade token={token} kind={kind} wallet={wallet} onClose={onClose} />}
      </WalletGate>
    </Dialog>
  );
}

type Step =
  | { at: 'price' }
  | { at: 'asking' }
  | { at: 'review'; plan: ActionPlan }
  | { at: 'sending' }
  | { at: 'over'; plan: ActionPlan; result: ActionResult }
  | { at: 'unasked'; action: MarketAction };

interface TradeProps {
  token: Collectible;
  kind: TradeKind;
  wallet: Wallet;
  onClose(): void;
}

/** What can be planned at once; null for what needs a price first. */
function firstAction({ tokenId, price }: Collectible, kind: TradeKind): MarketAction | null {
  if (kind === 'unlist') return { kind, tokenId };
  // Where nothing is on sale any more the chain says so.
  return kind === 'buy' ? { kind, tokenId, price: price ?? '0' } : null;
}

/** One thing from its price to what became of it. */
function Trade({ token, kind, wallet, onClose }: TradeProps) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>(
    firstAction(token, kind) ? { at: 'asking' } : { at: 'price' },
  );
  const ask = async (action: MarketAction) => {
    setStep({ at: 'asking' });
    try {
      setStep({ at: 'review', plan: await wallet.plan(action) });
    } catch (error) {
      console.warn('The chain could not be asked', error);
      setStep({ at: 'unasked', action });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, as the dialog opens
  useEffect(() => {
    const first = firstAction(token, kind);
    if (first) void ask(first);
  }, []);
  const send = async (plan: ActionPlan) => {
    setStep({ at: 'sending' });
    const result = await wallet.perform(plan);
    void refreshMarket(queries);
    setStep({ at: 'over', plan, result });
  };
  if (step.at === 'price') return <PriceStep token={token} kind={kind} onAsk={ask} />;
  if (step.at === 'review') {
    return <PlanReview plan={step.plan} onAsk={ask} onSend={send} onClose={onClose} />;
  }
  if (step.at === 'over') return <TradeOutcome {...step} onAsk={ask} onClose={onClose} />;
  if (step.at === 'unasked') {
    return (
      <div className="grid gap16 columns1">
        <p role="alert">The chain does not answer. Nothing was done, and nothing was spent.</p>
        <div className={page.padButtons}>
          <Button icon="reset" onClick={() => void ask(step.action)}>
            Try again
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Waiting>
      {step.at === 'asking'
        ? 'Asking the chain what it costs'
        : 'Your wallet asks you, then the chain takes a moment'}
    </Waiting>
  );
}
