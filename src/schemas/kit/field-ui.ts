/** The words that ask for a control. A field kind that is asked for by a word adds it here from its own folder (`Kind.widget`). */
export interface Widgets {
  readonly hidden: true;
  readonly radio: true;
  readonly time: true;
}

/** How a field is edited and shown, beyond what its schema says. */
export interface FieldUi {
  readonly widget?: keyof Widgets;
  /** The field whose control edits and shows this one too: it has none of its own. */
  readonly with?: string;
  /** Of answers: the reference to the record whose questions they answer. */
  readonly questionsOf?: string;
  /** Of a list of field names: the resource whose fields they are, the tenant's own among them. */
  readonly fieldsOf?: string;
  /** Of conditions: which call counts the leads that they mean; a rule's, unless said. */
  readonly counts?: 'audience';
  readonly labels?: Readonly<Record<string, string>>;
  /** What lists, pages and exports say where the field is empty; '–' otherwise. */
  readonly empty?: string;
  /** Of a moment: a new record's form begins with the present one, to the minute. */
  readonly beginsNow?: true;
  readonly help?: string;
  readonly placeholder?: string;
  readonly width?: number;
}
