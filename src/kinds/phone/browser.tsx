import { PhoneLink } from '../../ui/contact';
import type { BrowserHalf } from '../halves';

export const browser: BrowserHalf = { cell: ({ value }) => PhoneLink({ value }) };
