/** Shown as the stage of a lead that has none yet. */
export const noStage = 'Fresh';
