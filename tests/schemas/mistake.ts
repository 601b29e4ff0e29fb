/** The text, what somebody wrote instead, what the start says, and whether the editor marks it (the compiler). */
export type Mistake = readonly [what: string, find: string, put: string, says: RegExp, inEditor: boolean];
