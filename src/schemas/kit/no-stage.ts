/** What stands for the stage of a lead that nobody has put at one yet. */
export const noStage = 'Fresh';
