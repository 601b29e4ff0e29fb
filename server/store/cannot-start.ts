/** Start-up stops here with one message for the operator and no stack. 78: configuration; 69: something required is unavailable. */
export class CannotStart extends Error {
  constructor(
    message: string,
    readonly exitCode: 69 | 78 = 78,
  ) {
    super(message);
    this.name = 'CannotStart';
  }
}
