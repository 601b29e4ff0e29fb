/** The names of controls that a schema file can request. A field kind adds its name from its own folder (`Kind.widget`). */
export interface Widgets {
  readonly hidden: true;
  readonly radio: true;
}

/** How a field is edited and shown, beyond what its schema says. */
export interface FieldUi {
  readonly widget?: keyof Widgets;
  /** The field whose control edits and shows this one too: it has none of its own. */
  readonly with?: string;
  /** For answers: the reference to the record with the questions. */
  readonly questionsOf?: string;
  /** For a list of field names: the resource with those fields, custom fields included. */
  readonly fieldsOf?: string;
  /** For conditions: the call that counts the matching leads. Default: that of rules. */
  readonly counts?: 'audience';
  readonly labels?: Readonly<Record<string, string>>;
  /** What lists, pages and exports say where the field is empty; '–' otherwise. */
  readonly empty?: string;
  readonly help?: string;
  readonly placeholder?: string;
  /** Of a number: the address of the list with the rows that it counts; `{id}` is the record's key. */
  readonly opens?: `/${string}`;
  readonly width?: number;
  /** Of a list with rows: how the fields of a row are edited and shown. */
  readonly rows?: Readonly<Record<string, FieldUi>>;
  /** Of a list with rows: the numbers whose sums are under the table. */
  readonly sums?: readonly string[];
}
