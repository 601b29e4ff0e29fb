// The choices of an `enum` or `const`, without those that the schema's other keywords refuse.

/** The field, or undefined where the choices are no values of one type. */
export function closedSet(values, schema, say) {
  const texts = values.map((value) => (typeof value === 'string' ? value.trim() : value));
  const given = [...new Set(texts.filter((value) => value !== null && value !== ''))];
  const kept = withinLimits(given, schema, say);
  const types = new Set(kept.map((value) => typeof value));
  if (types.size !== 1 || types.has('object')) return undefined;
  if (values.includes('')) say('the empty choice is left out: leave the field empty');
  if (types.has('boolean')) {
    if (kept.length === 1) say(`that it is always ${kept[0]} is left out`);
    return { type: 'boolean' };
  }
  const number = kept.every(Number.isInteger) ? 'integer' : 'number';
  return { type: types.has('number') ? number : 'string', enum: kept };
}

function withinLimits(values, schema, say) {
  const kept = values.filter((value) => meets(schema, value));
  if (kept.length === values.length) return values;
  if (kept.length === 0) {
    say('no choice meets its limits: they are left out');
    return values;
  }
  const left = values.filter((value) => !kept.includes(value));
  say(`${left.map((value) => JSON.stringify(value)).join(', ')} cannot be chosen, as its limits say: left out`);
  return kept;
}

function meets(schema, value) {
  const types = [schema.type ?? []].flat();
  if (types.length && !types.some((type) => isOfType(type, value))) return false;
  if (typeof value === 'number') return numberMeets(schema, value);
  if (typeof value !== 'string') return true;
  const length = [...value].length;
  return length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? length) && textMeets(schema.pattern, value);
}

const isOfType = (type, value) =>
  type === 'integer' ? Number.isInteger(value) : type === typeof value || typeof value === 'object';

function numberMeets({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }, value) {
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  if (value < minimum || value > maximum) return false;
  if ((typeof above === 'number' && value <= above) || (typeof below === 'number' && value >= below)) return false;
  const steps = value / (multipleOf > 0 ? multipleOf : value || 1);
  return Math.abs(Math.round(steps) - steps) < 1e-9;
}

function textMeets(pattern, value) {
  try {
    return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);
  } catch {
    return true; // a pattern that cannot be read refuses nothing
  }
}
