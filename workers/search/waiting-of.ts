import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';

/** Returns releases of known titles that are only rejected for now. */
export function waitingOf(judged: readonly JudgedRelease[]): FoundRelease[] {
	return judged
		.filter(({temporarilyRejected, mappedMovie, mappedSeries}) => temporarilyRejected && (mappedMovie ?? mappedSeries) !== null)
		.map(({release}) => release);
}
