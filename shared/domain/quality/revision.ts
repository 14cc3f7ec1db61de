import type {ParsedQuality} from '../release/parsed-title.ts';

/** Revision within one quality: a proper, repack or `v2` raises `version`, the word REAL raises `real`. */
export interface Revision {
	version: number;
	real: number;
}

export const firstRevision: Revision = {version: 1, real: 0};

export function revisionOf({version, real}: ParsedQuality): Revision {
	return {version, real};
}

/** Positive when `a` is later; REAL outweighs any version. */
export function compareRevisions(a: Revision, b: Revision): number {
	return a.real - b.real || a.version - b.version;
}

const proper = /(?<![a-z0-9])(?:proper|real)(?![a-z0-9])/i;
const ownCorrection = /(?<![a-z0-9])(?:repack|rerip)\d*(?![a-z0-9])/i;

/**
 * Can the later version correct the release of any group? PROPER and REAL may also refer to other groups' releases,
 * REPACK and `v2` only to the group's own.
 */
export function correctsOthers(releaseTitle: string): boolean {
	return proper.test(releaseTitle) && !ownCorrection.test(releaseTitle);
}

export const properRepacks = ['prefer', 'doNotUpgrade', 'doNotPrefer'] as const;
/** How a later revision is treated: it ranks higher and replaces files, only ranks higher, or makes no difference. */
export type ProperRepack = (typeof properRepacks)[number];
