import { tenantZone } from './clock';

/** Browsers list some zones by the name they had before. */
const today: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
};

/** Every zone of the world that the browser knows, UTC and the organisation's own first, as the options of a select. */
export const timeZones = (): { readonly value: string; readonly label: string }[] =>
  [...new Set([tenantZone(), 'UTC', ...Intl.supportedValuesOf('timeZone').map((name) => today[name] ?? name)])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }));
