import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LinkedAccount } from '../../../data/contract/market.ts';
import { linkedAccountsQuery } from '../../../data/queries/market.ts';
import { useMember } from '../shares/useReader.ts';

interface LinkGateProps {
  children(accounts: readonly LinkedAccount[]): ReactNode;
}

/** What needs a linked wallet: asks for one first, and goes on once it is linked. */
export function LinkGate({ children }: LinkGateProps) {
  const { data } = useQuery(linkedAccountsQuery(useMember()));
  return data && data.length > 0 ? children(data) : null;
}
