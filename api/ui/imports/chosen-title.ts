import type {ImportCandidate as Candidate, ChosenTitle} from '../client/types.ts';
import {episodeCode} from '../parts/text.ts';

/** What the service itself takes a file for. */
export function readTitle({movie, series, episodes}: Candidate): ChosenTitle | null {
	if (movie) {
		return {kind: 'movie', id: movie.id, title: movie.title, episodes: []};
	}
	return series && {kind: 'series', id: series.id, title: series.title, episodes};
}

/** “S01E01, S01E02” */
export function partOfTitle({kind, episodes}: ChosenTitle) {
	if (kind === 'movie') {
		return '';
	}
	return episodes.length > 0 ? episodes.map(episodeCode).join(', ') : '(the episodes that its name says)';
}

/** As the API wants it. */
export function idsOf({kind, id, episodes}: ChosenTitle) {
	if (kind === 'movie') {
		return {movieId: id};
	}
	return {seriesId: id, ...(episodes.length > 0 && {episodeIds: episodes.map(each => each.id)})};
}
