export const properRepacks = ['prefer', 'doNotUpgrade', 'doNotPrefer'] as const;
/** What a later revision is worth: it ranks higher and replaces files, only ranks higher, or counts for nothing. */
export type ProperRepack = (typeof properRepacks)[number];
