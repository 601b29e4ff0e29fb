import { useEffect, useState } from 'react';
import { callWire } from '../../providers/call';
import { currentSession, updateUser } from '../../providers/session';
import { frameTicket } from '../../schemas/calls/whatsapp-chats';

/** A ticket for one frame, which is the user's `wp_token` from then on: nothing that lasts is kept where an address shows it. */
export async function freshTicket(): Promise<string> {
  const { ticket } = (await callWire<{ ticket: string }>(frameTicket, {})).data;
  updateUser({ wp_token: ticket });
  return ticket;
}

/**
 * What the frame's address carries: for the product's own client a ticket, anew for every address (TRUST-S23); a client of
 * another origin knows the chat token alone (D-114). Undefined until it is there.
 */
export function useFrameToken(base: string | undefined, address: string): string | undefined {
  const isOwn = base?.startsWith('/') ?? false;
  const [got, setGot] = useState<{ readonly of: string; readonly ticket: string }>();
  useEffect(() => {
    if (!isOwn) return undefined;
    let here = true;
    freshTicket()
      .catch((error: unknown) => {
        console.error(error);
        return ''; // the client says that it was not let in
      })
      .then((ticket) => here && setGot({ of: address, ticket }));
    return () => {
      here = false;
    };
  }, [isOwn, address]);
  if (!base) return undefined;
  if (!isOwn) return currentSession()?.user.wp_token ?? '';
  return got?.of === address ? got.ticket : undefined;
}
