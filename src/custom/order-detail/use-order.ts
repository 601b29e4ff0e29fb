import { useEffect, useState } from 'react';
import { firstBy } from '../../providers/calls/records';
import type { Order, orders } from '../../schemas/applications/orders';

/** The first order of the answer (D-031). Errors are only logged: no order is shown, and no toast. */
export function useOrder(id: string): { loading: boolean; order: Order | undefined; retry: () => void } {
  const [found, setFound] = useState<{ id: string; turn: number; order: Order | undefined }>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let here = true;
    firstBy<typeof orders>('GET product-order-detail/{id}', { id })
      .catch((error: unknown) => void console.error(error))
      .then((order) => here && setFound({ id, turn, order: order ?? undefined }));
    return () => {
      here = false;
    };
  }, [id, turn]);
  const loading = found?.id !== id || found.turn !== turn;
  return { loading, order: loading ? undefined : found.order, retry: () => setTurn(turn + 1) };
}
