import { counted } from './counted';

/** Of a new password; what is common besides only the server knows. */
export const passwordLength = { minLength: 10, maxLength: 128 } as const;

/** What is wrong with the length of a new password. */
export function passwordFault(password: string, title = 'Password'): string | undefined {
  const { minLength, maxLength } = passwordLength;
  if (password.length < minLength) return `${title} must have ${counted(minLength, 'character')} or more`;
  return password.length > maxLength ? `${title} can have up to ${counted(maxLength, 'character')}` : undefined;
}
