/** Why a campaign waits for a person whose job was tried as often as a job is. */
export const failedOften = 'It failed several times. The log of the server says why.';
