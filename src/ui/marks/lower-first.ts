/** Inside a sentence: 'Lead stage' becomes 'lead stage'; 'SMS template', 'WhatsApp campaign' and 'FAQs' keep their capitals. */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]+(?![A-Za-z])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
