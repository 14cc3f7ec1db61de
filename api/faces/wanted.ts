import type {RouteDeps} from '#api/services.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {presentEpisodes} from './episodes.ts';
import {type FaceCall, type FaceRoute, faceRoute, shown} from './faces.ts';
import {aroundOf, presentMovies} from './movies.ts';
import {pageIn, presentPage} from './pages.ts';
import {hiddenTitles} from './shelf.ts';

const both = ['movies', 'tv'] as const;

interface WantedReply {
	items: {id: string}[];
	pagination: {total: number};
}

/** Of one page of ours. */
const together = 100;

export function wantedRoutes(deps: RouteDeps): FaceRoute[] {
	const wanted = (kind: 'missing' | 'cutoff') => async (call: FaceCall) => {
		const page = pageIn(call.query, call.face === 'movies' ? 'movieMetadata.sortTitle' : 'episodes.airDateUtc');
		const {ids, total} = await readWanted(kind, page, call, deps);
		return shown(presentPage(page, total, await presentTitles(ids, call, deps)));
	};
	return [
		faceRoute('GET wanted/missing', both, wanted('missing')),
		faceRoute('GET wanted/cutoff', both, wanted('cutoff')),
		faceRoute('GET calendar', both, async call => {
			const {query, face} = call;
			const start = query.date('start') ?? new Date(Math.floor(Number(deps.now()) / dayMs) * dayMs);
			const end = query.date('end') ?? new Date(Number(start) + 2 * dayMs);
			const type = face === 'movies' ? 'movie' : 'episode';
			if (end <= start) {
				return shown([]);
			}
			const latest = new Date(Math.min(Number(end), Number(start) + longestDays * dayMs));
			const asked = {start: start.toISOString(), end: latest.toISOString(), type, unmonitored: String(query.flag('unmonitored') ?? false)};
			const {events} = (await call.ask('GET /api/calendar', {query: asked})) as {events: {id: string}[]};
			return shown(await presentTitles([...new Set(events.map(({id}) => id))], call, deps));
		}),
	];
}

/** Of our own calendar. */
const longestDays = 366;

interface Paged {
	page: number;
	pageSize: number;
}

/** Our own pages are shorter, so several are read. */
async function readWanted(kind: 'missing' | 'cutoff', {page, pageSize}: Paged, call: FaceCall, deps: RouteDeps) {
	const type = call.face === 'movies' ? 'movie' : 'episode';
	const {library, apart} = call.shelf;
	const asked = {type, limit: String(together), ...(library && {libraryId: library.id})};
	const read = async (number: number) =>
		(await call.ask(`GET /api/wanted/${kind}`, {query: {...asked, page: String(number)}})) as WantedReply;
	const start = (page - 1) * pageSize;
	if (!library && apart.length > 0) {
		// Only who has seen all of them knows on which page one is.
		const all: string[] = [];
		for (let number = 1, length = together; length === together; number += 1) {
			const {items} = await read(number);
			all.push(
				...(await shownOf(
					items.map(({id}) => id),
					call,
					deps,
				)),
			);
			length = items.length;
		}
		return {ids: all.slice(start, start + pageSize), total: all.length};
	}
	const ids: string[] = [];
	const firstPage = Math.floor(start / together);
	for (let number = firstPage; ; number += 1) {
		const {items, pagination} = await read(number + 1);
		const skipped = number === firstPage ? start - firstPage * together : 0;
		ids.push(...items.slice(skipped).map(({id}) => id));
		if (ids.length >= pageSize || items.length < together) {
			return {ids: ids.slice(0, pageSize), total: pagination.total};
		}
	}
}

/** The movies or episodes among these that the face shows. */
async function shownOf(ids: readonly string[], call: FaceCall, deps: RouteDeps): Promise<string[]> {
	const seriesOf = new Map(call.face === 'tv' ? (await deps.episodes.getMany(ids)).map(({id, seriesId}) => [id, seriesId]) : []);
	const hidden = await hiddenTitles(call, [...new Set(ids.map(id => seriesOf.get(id) ?? id))], deps);
	return ids.filter(id => !hidden.has(seriesOf.get(id) ?? id));
}

/** In the order of the ids. */
async function presentTitles(ids: readonly string[], call: FaceCall, deps: RouteDeps): Promise<object[]> {
	const around = await aroundOf(call, deps);
	const place = new Map(ids.map((id, index) => [id, index]));
	const inOrder = <T extends {id: string}>(all: readonly T[]) => all.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
	if (call.face === 'movies') {
		return presentMovies(inOrder(await deps.movies.getMany(ids)), around, deps);
	}
	const options = {
		withSeries: call.query.flag('includeSeries') ?? false,
		withFile: call.query.flag('includeEpisodeFile') ?? false,
		withImages: call.query.flag('includeEpisodeImages') ?? call.query.flag('includeImages') ?? false,
	};
	return presentEpisodes(inOrder(await deps.episodes.getMany(ids)), options, around, deps);
}
