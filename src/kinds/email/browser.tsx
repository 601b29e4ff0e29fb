import { MailLink } from '../../ui/leads/contact';
import type { BrowserHalf } from '../halves';

export const browser: BrowserHalf = { cell: ({ value }) => MailLink({ value }) };
