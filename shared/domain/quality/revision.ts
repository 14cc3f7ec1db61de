import type {ParsedQuality} from '../release/parsed-title.ts';

/** Which edition of the same quality: a proper, repack or `v2` counts up `version`, the word REAL counts up `real`. */
export interface Revision {
	version: number;
	real: number;
}

export const firstRevision: Revision = {version: 1, real: 0};

export function revisionOf({version, real}: ParsedQuality): Revision {
	return {version, real};
}

/** Positive when `a` is the later one; REAL weighs more than any version. */
export function compareRevisions(a: Revision, b: Revision): number {
	return a.real - b.real || a.version - b.version;
}

const proper = /(?<![a-z0-9])(?:proper|real)(?![a-z0-9])/i;
const ownCorrection = /(?<![a-z0-9])(?:repack|rerip)\d*(?![a-z0-9])/i;

/**
 * Whether the later version answers to anybody's earlier one: PROPER and REAL are said of other groups' releases too,
 * REPACK and `v2` of the group's own.
 */
export function correctsOthers(releaseTitle: string): boolean {
	return proper.test(releaseTitle) && !ownCorrection.test(releaseTitle);
}
