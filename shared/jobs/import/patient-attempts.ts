/**
 * Attempts of a job that removes files. Their pauses double from two seconds, so a disk may be away for two hours.
 */
export const patientAttempts = 12;
