import { PhoneLink } from '../../ui/leads/contact';
import { phoneText } from '../../ui/leads/phones';
import type { BrowserPart } from '../kind-parts';

export const browser: BrowserPart = {
  text: ({ value }) => phoneText(value),
  cell: ({ value }) => PhoneLink({ value }),
};
