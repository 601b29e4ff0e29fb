import { tabStored } from './stored';

const placeOf = (resource: string): string => `change:${resource}`;
/** The list of this tab shows the change until it is put away, also after a reload. */
export const rememberChange = (resource: string, jobId: string | undefined): void => tabStored.write(placeOf(resource), jobId);
export const rememberedChange = (resource: string): string | null => tabStored.read(placeOf(resource));
