// Names and labels: what a stranger's word is called in a schema file, and how a person reads it.

/** Columns that every record has, and names that mean something of their own here or in JavaScript. */
const taken = new Set(
  (
    'id tenant_id created_at updated_at created_by updated_by row_version deleted_at status custom search_text ' +
    'constructor prototype to_string value_of has_own_property'
  ).split(' '),
);
const shortWords = new Set(
  'id url uri api html css json pdf sku gst ip utc vat iban ifsc pan sms faq inr usd eur gbp upi kyc otp'.split(' '),
);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const isPlainName = (name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !(name in {});

const parts = (source) =>
  source
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

/** 'lastModified', 'last_modified' and 'LAST_MODIFIED' as 'Last modified'; 'apiURL' as 'API URL'. */
export const worded = (source) =>
  capital(
    parts(source)
      .map((part) => part.toLowerCase())
      .map((part) => (shortWords.has(part) ? part.toUpperCase() : part))
      .join(' '),
  );

/** As lists and forms word a name without a title (`words` of src/kinds/kind.ts, `humanize` of kit/resource.ts). */
export const asShown = (name) => capital(name.replace(/_ids?$/, '').replaceAll('_', ' '));

/** A title that is a name of the code; 'WhatsApp', 'PhD' and 'GST(%)' are words. */
const isName = (given, source) =>
  !/\s/.test(given) && (given.includes('_') || /^[a-z]+[A-Z]/.test(given) || (given === source && /-|[a-z][A-Z]/.test(given)));

/** The title, if the name itself does not read well. */
export function titleFor(source, name, title) {
  const given = title?.trim();
  if (given && given.length <= 60) {
    const said = isName(given, source) ? worded(given) : capital(given);
    return said === asShown(name) ? undefined : said;
  }
  const own = worded(source) || capital(name);
  return [own, worded(source.replace(/_ids?$/, ''))].includes(asShown(name)) ? undefined : own;
}

/** 'min-version' and 'minVersion' as min_version, different from the names in use. */
export function freeName(source, used) {
  const plain = parts(source)
    .join('_')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_]+/g, '')
    .toLowerCase()
    .slice(0, 40)
    .replaceAll(/^_+|_+$/g, '');
  const safe = /^[a-z]/.test(plain) ? plain : plain ? `field_${plain}` : 'field';
  const own = taken.has(safe) ? `own_${safe}` : safe;
  for (let n = 2, free = own; ; free = `${own}_${n++}`) if (!used.has(free)) return free;
}

/** A name inside a row or an object: kept where it can be. */
export const nestedName = (source, used) =>
  isPlainName(source) && source.length <= 50 && !used.has(source) ? source : freeName(source, used);
