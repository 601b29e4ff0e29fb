/** What a schema file cannot say, in words: one line for each reason, with the fields that it concerns. */
export class Notes {
  #byReason = new Map();

  /** `field` may be '' for the whole. */
  say(field, reason) {
    const fields = this.#byReason.get(reason) ?? new Set();
    this.#byReason.set(reason, fields.add(field));
  }

  lines() {
    return [...this.#byReason].map(([reason, fields]) => {
      const named = [...fields].filter(Boolean);
      return named.length ? `${named.join(', ')}: ${reason}` : reason;
    });
  }
}

/** A reason in one sentence for people, without a stack. */
export class CannotConvert extends Error {}

export const pointsTo = (name) => `points to '${name}': kept as the key; see 'refs' in the guide`;
/** Whether a column says when the record was made or changed, which each record here has of itself. */
export const isOfTheRecord = (name) => /^(created|inserted|updated|modified|changed)(_?(at|on|date|time))?$/i.test(name);
export const stampedAlready = "is left out: each record has 'Created' and 'Changed'";
export const versionAlready = 'is the version of the row, which the database counts: left out, each record has one of its own';
/** What a file is can only be said by the developer: a photo, a document, or nothing that people see. */
export const holdsBytes =
  "holds binary data, which cannot be converted: left out; a file is an upload field, see 'files' in the guide";
export const othersRefused = 'Properties that the source does not name are refused.';
