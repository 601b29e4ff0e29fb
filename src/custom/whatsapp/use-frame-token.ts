import { useEffect, useState } from 'react';
import { call } from '../../providers/calls/call';
import { updateUser } from '../../providers/session/session';
import { frameTicket, frameToken } from '../../schemas/calls/whatsapp-chats';

/** A ticket for one frame, used as the user's `wp_token`: an address must not contain a token that stays valid. */
export async function freshTicket(): Promise<string> {
  const { ticket } = (await call(frameTicket, {})).data;
  updateUser({ wp_token: ticket });
  return ticket;
}

/** The same for a client of another origin: a token for the chat calls only, valid for fifteen minutes. */
export async function freshToken(): Promise<string> {
  const { token } = (await call(frameToken, {})).data;
  updateUser({ wp_token: token });
  return token;
}

/**
 * The token in the frame's address, new for every address (TRUST-S23): a ticket for the built-in client, a short-lived token for
 * one of another origin, never the token of the sign-in (D-114). Undefined until it is loaded.
 */
export function useFrameToken(base: string | undefined, address: string): string | undefined {
  const [got, setGot] = useState<{ readonly of: string; readonly token: string }>();
  useEffect(() => {
    if (base === undefined) return undefined;
    let here = true;
    (base.startsWith('/') ? freshTicket() : freshToken())
      .catch((error: unknown) => {
        console.error(error);
        return ''; // the client reports that it was refused
      })
      .then((token) => here && setGot({ of: address, token }));
    return () => {
      here = false;
    };
  }, [base, address]);
  return base !== undefined && got?.of === address ? got.token : undefined;
}
