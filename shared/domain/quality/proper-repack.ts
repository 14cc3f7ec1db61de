export const properRepacks = ['prefer', 'doNotUpgrade', 'doNotPrefer'] as const;
/** How a later revision is treated: it ranks higher and replaces files, only ranks higher, or makes no difference. */
export type ProperRepack = (typeof properRepacks)[number];
