import { createHmac } from 'node:crypto';
import { call, newBrowser, type Answer } from '../support/app';
import type { DialWorld } from '../leads/dial-world';

type Form = Readonly<Record<string, string>>;

/** Status reports as Twilio posts them: a form, signed with the account's token over the address that it was given. */
export function reportsOf(world: () => DialWorld, token: string) {
  const pathOf = (id: string, leg: string): string => `dialer/webhook/${world().tenant}?call=${id}&leg=${leg}`;
  const addressOf = (id: string, leg: string): string => `http://127.0.0.1:3000/api/${pathOf(id, leg)}`;
  const signature = (address: string, form: Form, key = token): string =>
    createHmac('sha1', key)
      .update(
        Object.keys(form)
          .sort()
          .reduce((all, name) => all + name + form[name], address),
      )
      .digest('base64');
  const tell = (id: string, leg: string, form: Form, sign = signature(addressOf(id, leg), form)): Promise<Answer> =>
    call(world().test, newBrowser(), 'POST', pathOf(id, leg), new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': sign,
    });
  /** A call comes in at the number; the answer is Twilio's markup. */
  const comeIn = (form: Form, sign?: string): Promise<Answer> => {
    const path = `dialer/incoming/${world().tenant}`;
    return call(world().test, newBrowser(), 'POST', path, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': sign ?? signature(`http://127.0.0.1:3000/api/${path}`, form),
    });
  };
  return { addressOf, signature, tell, comeIn };
}
