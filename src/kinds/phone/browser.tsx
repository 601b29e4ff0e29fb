import { PhoneLink } from '../../ui/leads/contact';
import type { BrowserPart } from '../kind-parts';

export const browser: BrowserPart = { cell: ({ value }) => PhoneLink({ value }) };
