const today = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', weekday: 'long' }).format();
/** The tab of follow-ups that the demo always fills: its office is closed on Sundays, and a week ends with one. */
export const nextOfficeDay = today === 'Saturday' ? 'later' : 'tomorrow';
