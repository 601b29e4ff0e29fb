/** Texts of reports with the tenant's own word for its colleges. */
export const withEntity = (text: string, entity: string): string => text.replaceAll('{entity}', entity);
