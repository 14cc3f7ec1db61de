import type {Candidate} from './candidate.ts';
import {type Decision, decide} from './decide.ts';
import type {Facts} from './facts.ts';

export interface DecidedWith {
	decision: Decision;
	facts: Facts;
}

function titlesOf({media}: Candidate): string[] {
	if (media.kind === 'movie') {
		return media.movie ? [`movie ${media.movie.id}`] : [];
	}

	return media.episodes.map(({id}) => `episode ${id}`);
}

function earliest(dates: readonly Date[]): Date | null {
	return dates.length > 0 ? new Date(Math.min(...dates.map(Number))) : null;
}

/**
 * A title's delay begins with its first acceptable release. It ends for all of its releases at once, so the
 * best of them is grabbed.
 */
export function endDelays(judged: readonly DecidedWith[]): Decision[] {
	const published = new Map<string, Date[]>();
	for (const {candidate} of judged
		.map(({decision}) => decision)
		.filter(({approved, temporarilyRejected}) => approved || temporarilyRejected)) {
		for (const title of titlesOf(candidate)) {
			published.set(title, [...(published.get(title) ?? []), candidate.release.publishDate]);
		}
	}

	return judged.map(({decision, facts}) => {
		const first = earliest(titlesOf(decision.candidate).flatMap(title => published.get(title) ?? []));
		return decision.temporarilyRejected ? decide(decision.candidate, {...facts, firstWaiting: first}) : decision;
	});
}
