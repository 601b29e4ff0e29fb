import { PhoneLink } from '../../ui/leads/contact';
import { phoneText } from '../../schemas/kit/phone-text';
import type { BrowserPart } from '../kind-parts';

export const browser: BrowserPart = {
  text: ({ value }) => phoneText(value),
  cell: ({ value }) => PhoneLink({ value }),
};
