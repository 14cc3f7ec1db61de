import {episodeCode} from '../parts/text.js';

/** @typedef {import('../client/types.js').ImportCandidate} Candidate */
/** @typedef {import('../client/types.js').ChosenTitle} ChosenTitle */

/** What the service itself takes a file for. @param {Candidate} candidate @returns {ChosenTitle | null} */
export function readTitle({movie, series, episodes}) {
	if (movie) {
		return {kind: 'movie', id: movie.id, title: movie.title, episodes: []};
	}
	return series && {kind: 'series', id: series.id, title: series.title, episodes};
}

/** “S01E01, S01E02” @param {ChosenTitle} chosen */
export function partOfTitle({kind, episodes}) {
	if (kind === 'movie') {
		return '';
	}
	return episodes.length > 0 ? episodes.map(episodeCode).join(', ') : '(the episodes that its name says)';
}

/** As the API wants it. @param {ChosenTitle} chosen */
export function idsOf({kind, id, episodes}) {
	if (kind === 'movie') {
		return {movieId: id};
	}
	return {seriesId: id, ...(episodes.length > 0 && {episodeIds: episodes.map(each => each.id)})};
}
