// Two JSON Schemas that both hold, as one.

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const listed = (value) => (value === undefined ? [] : [value].flat());

const stricter = {
  minimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  maximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
};
const words = new Set([
  'title',
  'description',
  'default',
  '$comment',
  'examples',
  '$id',
  'id',
  '$schema',
  'deprecated',
  'format',
]);

/** `say` hears of what could not be put together. */
export function merged(a, b, say) {
  const whole = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const own = whole[key];
    if (own === undefined || same(own, value)) whole[key] = value;
    else if (key === 'properties' && isObject(own) && isObject(value)) whole[key] = bothProperties(own, value);
    else if (key === 'required') whole[key] = [...new Set([...listed(own), ...listed(value)])];
    else if (key in stricter && typeof own === 'number' && typeof value === 'number') whole[key] = stricter[key](own, value);
    else if (key === 'enum' && Array.isArray(own) && Array.isArray(value))
      whole[key] = own.filter((one) => value.some((other) => same(one, other)));
    else if (key === 'type') whole[key] = bothTypes(listed(own), listed(value));
    else if (key === 'items') whole[key] = { allOf: [own, value] };
    else if (key === 'uniqueItems') whole[key] = true;
    else if (['definitions', '$defs'].includes(key) && isObject(own)) whole[key] = { ...value, ...own };
    else if (!words.has(key)) say(`two values of '${key}' hold at once: only the first is kept`);
  }
  return whole;
}

function bothProperties(a, b) {
  const all = new Map(Object.entries(a));
  for (const [name, value] of Object.entries(b))
    all.set(name, all.has(name) && !same(all.get(name), value) ? { allOf: [all.get(name), value] } : value);
  return Object.fromEntries(all);
}

function bothTypes(a, b) {
  const both = a.filter((one) => b.includes(one) || (one === 'integer' && b.includes('number')));
  if (b.includes('integer') && a.includes('number') && !both.includes('integer')) both.push('integer');
  return both.length === 1 ? both[0] : both;
}
