import { openState } from './open-state';

/** The state of the dialer over the page. The header's icon and, on a phone, the floating button open it. */
export const { open: openDialer, close: closeDialer, useOpen: useDialerOpen } = openState();
