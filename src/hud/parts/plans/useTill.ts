import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { beginCheckout, openPortal, useRenewPlans } from '../../../data/queries/plans.ts';
import { locale } from '../../../data/stores/locale.ts';
import { useSave } from '../../kit/useSave.ts';

/** Where the till leads back to. What was paid for stands in the address, so that the page can wait for it. */
const backFor = (product: string) => `/account?tab=plan&product=${encodeURIComponent(product)}`;

interface Till {
  /** The window is on its way there. */
  isBusy: boolean;
  /** Why it is not; empty when nothing went wrong. */
  trouble: string;
  /** Leads to the page on which a product is paid for. */
  pay(product: string): void;
  /** Leads to the page on which a subscription is paid, changed and ended. */
  manage(): void;
}

/** The ways to the pages of the till. The address comes from the server, and anything but a web page is refused. */
export function useTill(): Till {
  const { region } = useSnapshot(locale);
  const renew = useRenewPlans();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // The browser may bring this page back as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(false);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const { isBusy, trouble, run } = useSave(async (ask: () => Promise<{ url: string }>) => {
    try {
      const { href, protocol } = new URL((await ask()).url, window.location.href);
      if (!/^https?:$/.test(protocol)) throw new Error('The till named no page');
      setLeaving(true);
      window.location.assign(href);
    } catch (error) {
      // It may be that another tab paid meanwhile.
      renew();
      throw error;
    }
  });
  const go = (ask: () => Promise<{ url: string }>) => {
    if (!isLeaving) void run(ask);
  };
  return {
    isBusy: isBusy || isLeaving,
    trouble,
    pay: (product) => go(() => beginCheckout(product, region, backFor(product))),
    manage: () => go(() => openPortal('/account?tab=plan')),
  };
}
