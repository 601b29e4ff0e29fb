/** The mistake, the correct text, the wrong text, the error at start, and whether the compiler (and so the editor) marks it. */
export type Mistake = readonly [what: string, find: string, put: string, says: RegExp, inEditor: boolean];
