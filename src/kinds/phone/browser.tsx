import { PhoneLink } from '../../ui/leads/contact';
import type { BrowserHalf } from '../halves';

export const browser: BrowserHalf = { cell: ({ value }) => PhoneLink({ value }) };
