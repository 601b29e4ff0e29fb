/** The page on which a ticket is raised: the list with its dialog open. */
export const raiseTicketPath = '/help-support/list?openAddTicketModal=1';
