import { MailLink } from '../../ui/contact';
import type { BrowserHalf } from '../halves';

export const browser: BrowserHalf = { cell: ({ value }) => MailLink({ value }) };
