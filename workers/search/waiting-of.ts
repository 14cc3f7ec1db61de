import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';

/** The releases of titles of ours that nothing but time speaks against. */
export function waitingOf(judged: readonly JudgedRelease[]): FoundRelease[] {
	return judged
		.filter(({temporarilyRejected, mappedMovie, mappedSeries}) => temporarilyRejected && (mappedMovie ?? mappedSeries) !== null)
		.map(({release}) => release);
}
