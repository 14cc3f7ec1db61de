import {query as toQuery} from '../client/client.ts';
import type {FoundTitle as Found} from '../client/types.ts';
import {type Data, useData} from '../state/use-data.ts';

type Kind = 'movies' | 'series';

export interface OfKind {
	kind: Kind;
	title: Found;
}

/** One of each in turn: each list has its best match first. */
export function interleaved(some: readonly OfKind[], others: readonly OfKind[]) {
	return Array.from({length: Math.max(some.length, others.length)}, (_none, index) => [some[index], others[index]])
		.flat()
		.filter(each => each !== undefined);
}

/** Movies and series of one search. */
export function useFound(text: string, wanted: string) {
	const query = toQuery({query: text});
	const pathOf = (kind: Kind) => (text && (wanted === '' || wanted === kind) ? `api/lookup/${kind}${query}` : null);
	const movies: Data<{results: Found[]}> = useData(pathOf('movies'));
	const series: Data<{results: Found[]}> = useData(pathOf('series'));
	const toList = ({data}: typeof movies, kind: Kind) => (data?.results ?? []).map(title => ({kind, title}));
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
