import {query as toQuery} from '../client/client.js';
import {useData} from '../state/use-data.js';

/** @typedef {import('../client/types.js').FoundTitle} Found */
/** @typedef {'movies' | 'series'} Kind */
/** @typedef {{kind: Kind, title: Found}} OfKind */

/** One of each in turn: each list has its best match first. @param {readonly OfKind[]} some @param {readonly OfKind[]} others */
export function interleaved(some, others) {
	return Array.from({length: Math.max(some.length, others.length)}, (_none, index) => [some[index], others[index]])
		.flat()
		.filter(each => each !== undefined);
}

/** Movies and series of one search. @param {string} text @param {string} wanted */
export function useFound(text, wanted) {
	const query = toQuery({query: text});
	const pathOf = (/** @type {Kind} */ kind) => (text && (wanted === '' || wanted === kind) ? `api/lookup/${kind}${query}` : null);
	/** @type {import('../state/use-data.js').Data<{results: Found[]}>} */
	const movies = useData(pathOf('movies'));
	/** @type {import('../state/use-data.js').Data<{results: Found[]}>} */
	const series = useData(pathOf('series'));
	const toList = (/** @type {typeof movies} */ {data}, /** @type {Kind} */ kind) => (data?.results ?? []).map(title => ({kind, title}));
	return {
		found: interleaved(toList(movies, 'movies'), toList(series, 'series')),
		isLoading: movies.isLoading || series.isLoading,
		// What one kind has found is worth showing.
		error: movies.error && (series.error || wanted === 'movies') ? movies.error : wanted === 'series' ? series.error : null,
		reload() {
			movies.reload();
			series.reload();
		},
	};
}
