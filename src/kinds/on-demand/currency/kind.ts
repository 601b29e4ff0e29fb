import { roundedTo } from '../../../schemas/kit/formula-value';
import { asksFor, has, isEmpty, type FieldAt, type Kind } from '../../kind';
import { plainNumber } from '../../plain-number';
import { decimalsOf, isCurrency, moneyText } from './money';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly currency: true;
  }
  interface FieldUi {
    /** Of money: the currency (ISO 4217); 'INR' without it. */
    readonly code?: string;
  }
}

export const codeOf = ({ resource, name }: FieldAt): string => resource.ui?.[name]?.code ?? 'INR';

/** An amount of money in whole units and decimals, as the product's other amounts. */
export const kind: Kind = {
  name: 'currency',
  weight: 60,
  widget: 'currency',
  uiKeys: ['code'],
  matches: asksFor('currency'),
  misuse: (at) => {
    if (!has(at.field, 'number')) return "an amount of money has decimals; write type: 'number'";
    return isCurrency(codeOf(at)) ? undefined : `'${codeOf(at)}' is not a currency; write an ISO code such as 'USD'`;
  },
  operators: ['gte', 'lte', 'eq', 'ne', 'null', 'nnull'],
  align: 'end',
  width: 140,
  text: (value, at) => (isEmpty(value) || !Number.isFinite(Number(value)) ? '–' : moneyText(Number(value), codeOf(at))),
  inline: true,
  sheet: 'number',
  fit: (value, at) => roundedTo(value, decimalsOf(codeOf(at))),
  wrong: (value, at) => {
    const most = decimalsOf(codeOf(at));
    if (typeof value !== 'number' || Number(value.toFixed(most)) === value) return undefined;
    return most ? `can have up to ${most} decimals` : 'must be a whole amount';
  },
  fromCell: (text, at) => {
    const bare = text.replace(
      new RegExp(`^(-?)\\s*(₹|Rs\\.?|\\p{Sc}|${codeOf(at)})\\s*|\\s*${codeOf(at)}$|\\s*/-$`, 'giu'),
      '$1',
    );
    const value = plainNumber(bare);
    return value === undefined ? { wrong: 'is not an amount such as 1,23,456.50' } : { value };
  },
};
