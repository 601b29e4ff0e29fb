import { useEffect, useState } from 'react';
import { callWire } from '../../providers/call';

/** An order as the screen reads it. */
export interface Order {
  readonly id: string;
  readonly billing_first_name?: string | null;
  readonly billing_last_name?: string | null;
  readonly billing_phone?: string | null;
  readonly billing_email?: string | null;
  readonly user_agent?: string | null;
  readonly ip?: string | null;
  readonly status?: string | null;
  readonly created_at?: string | null;
  readonly payment_at?: string | null;
  readonly total?: number | null;
  readonly items?: readonly { readonly name?: string; readonly amount?: number }[] | null;
  readonly lead_id?: string | null;
  readonly application_id?: string | null;
}
const detail = { wire: 'GET product-order-detail/{id}', as: 'read' };

/** The first order of the answer (D-031). Errors are only logged: there is then no order, and no toast. */
export function useOrder(id: string): { loading: boolean; order: Order | undefined; retry: () => void } {
  const [found, setFound] = useState<{ id: string; turn: number; order: Order | undefined }>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let here = true;
    callWire<readonly Order[]>(detail, { id })
      .then(
        ({ data }) => data[0],
        (error: unknown) => void console.error(error),
      )
      .then((order) => here && setFound({ id, turn, order: order ?? undefined }));
    return () => {
      here = false;
    };
  }, [id, turn]);
  const loading = found?.id !== id || found.turn !== turn;
  return { loading, order: loading ? undefined : found.order, retry: () => setTurn(turn + 1) };
}
