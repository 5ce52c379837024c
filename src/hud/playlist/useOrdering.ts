/** The order as this device wishes it, until the server has it: nothing that was moved is lost to a bad line. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { orderItems } from '../../data/queries/playlists.ts';
import { mergeOrder } from '../../data/rules/playlist/order.ts';
import { movedTo, type PlaylistView } from '../../data/rules/playlist/view.ts';
import { readFailure } from '../kit/useSave.ts';

export interface Ordering {
  /** Ids of all items, as wished. */
  readonly order: readonly string[];
  /** Why the wish could not be sent; '' where it was. */
  readonly trouble: string;
  /** Puts an item to another place, from 0. @returns whether anything moved */
  move(itemId: string, to: number): boolean;
  /** Asks for an order as it is; used where something comes back to its place. */
  wish(order: readonly string[]): void;
  /** Sends again what could not be sent. */
  retry(): void;
  /** Takes the order of the server instead. */
  forget(): void;
}

export function useOrdering(view: PlaylistView): Ordering {
  const queries = useQueryClient();
  const [wished, setWished] = useState<readonly string[] | null>(null);
  const [trouble, setTrouble] = useState('');
  const latest = useRef<{ wish: readonly string[] | null; isSending: boolean }>({
    wish: null,
    isSending: false,
  });
  const { id } = view.playlist;
  const order = useMemo(
    () => (wished === null ? view.order : mergeOrder(view.order, wished)),
    [view.order, wished],
  );

  const send = useCallback(async () => {
    const now = latest.current;
    if (now.isSending) return;
    now.isSending = true;
    setTrouble('');
    try {
      // What is moved meanwhile goes with the next round.
      while (now.wish !== null) {
        const { wish } = now;
        await orderItems(queries, id, wish);
        if (now.wish === wish) now.wish = null;
      }
      setWished(null);
    } catch (error) {
      const { isUnreachable, message } = readFailure(error);
      setTrouble(
        isUnreachable
          ? 'The new order is only on this page so far: the server could not be reached.'
          : `The new order was not kept: ${message || 'something went wrong'}.`,
      );
    } finally {
      now.isSending = false;
    }
  }, [queries, id]);

  const wish = useCallback(
    (next: readonly string[]) => {
      latest.current.wish = next;
      setWished(next);
      void send();
    },
    [send],
  );

  return {
    order,
    trouble,
    move(itemId, to) {
      const next = movedTo(order, itemId, to);
      if (next === order) return false;
      wish(next);
      return true;
    },
    wish,
    retry: () => void send(),
    forget() {
      latest.current.wish = null;
      setWished(null);
      setTrouble('');
    },
  };
}
