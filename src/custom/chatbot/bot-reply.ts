/** The scripted replies (D-122), in this order; the first with a matching word is used (D-121). */
const script: readonly { readonly when: (text: string) => boolean; readonly say: string }[] = [
  {
    when: (text) => text.includes('order') && text.includes('status'),
    say: 'Sure! Please share your order number or customer ID so that I can check the status.',
  },
  {
    when: (text) => /sales|quotation/.test(text),
    say: 'Happy to help with sales. Could you tell me which product or service you need a quotation for?',
  },
  {
    when: (text) => /technical|support|server/.test(text),
    say: 'I am connecting you to our technical support team. Please describe the issue in a few words.',
  },
  { when: (text) => /\b(hello|hi)\b/.test(text), say: 'Hello! Welcome to {brand}. How can I help you today?' },
];
const otherwise = 'Thank you for your message. Could you please share a few more details?';

export function botReply(text: string, brand: string): string {
  const lower = text.toLowerCase();
  return (script.find(({ when }) => when(lower))?.say ?? otherwise).replace('{brand}', () => brand);
}
