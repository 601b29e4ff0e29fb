/** Where a ticket is raised: the list with its dialog open (A §2.10). */
export const raiseTicketPath = '/help-support/list?openAddTicketModal=1';
