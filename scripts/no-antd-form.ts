/** Stands where antd's Form has its validator (vite.config.ts), which costs every page 8 KB: forms are rjsf's or react-hook-form's. */
export default class NoAntdForm {
  constructor() {
    throw new Error("antd's Form is left out of the build: use the record form or react-hook-form");
  }
}
