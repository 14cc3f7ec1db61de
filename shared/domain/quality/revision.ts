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
