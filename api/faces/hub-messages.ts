import {hash} from 'node:crypto';
import type {RouteDeps} from '#api/services.ts';
import {createCache} from '#shared/coordination/cache.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {EventTitle} from '#shared/events/library.ts';
import {plainEpisodes, presentEpisodes} from './episodes.ts';
import {type Happened, type HubMessage, type MessagesOf, message, type Place} from './hub.ts';
import {aroundOf, presentMovies} from './movies.ts';
import {presentAllSeries} from './series.ts';
import {covers, shownCopy} from './shelf.ts';
import {toJson} from './wire.ts';

/** Series whose episodes are compared with what they were at the last message. */
const maxCompared = 500;
/** Files of a series that nobody has looked at before count as new for so long. */
const newMs = 10 * minuteMs;

/** By the id of the episode, what it was like. */
type Seen = Map<string, string>;

/**
 * What the receivers at one place are told about a title: whole records, because they drop messages without the fields
 * that they show.
 */
export function createHubMessages(deps: RouteDeps): MessagesOf {
	const {movies, series, episodes, deletions, now} = deps;
	const seenOf = createCache<Seen>({max: maxCompared});

	async function ofMovie(id: string, happened: Happened, place: Place): Promise<HubMessage[]> {
		const [movie] = await movies.getMany([id]);
		if (!movie) {
			return ofRemoved('movie', id);
		}
		const copies = covers(place.shelf, movie.libraryId) ? await movies.copiesOf([movie.metaId]) : [];
		if (shownCopy(place.shelf, copies)?.id !== id) {
			return [];
		}
		return (await presentMovies([movie], await aroundOf(place, deps), deps)).map(resource => message('movie', happened, resource));
	}

	async function ofSeries(id: string, happened: Happened, place: Place): Promise<HubMessage[]> {
		const [known] = await series.getMany([id]);
		if (!known) {
			return ofRemoved('series', id);
		}
		const copies = covers(place.shelf, known.libraryId) ? await series.copiesOf([known.metaId]) : [];
		if (shownCopy(place.shelf, copies)?.id !== id) {
			return [];
		}
		const around = await aroundOf(place, deps);
		const {changed, isFirst} = await compare(id, place);
		const [resource] = await presentAllSeries([await series.shown(id, now())], around, deps);
		const shown = await presentEpisodes(changed, {...plainEpisodes, withFile: true, withSeries: true}, around, deps);
		return [
			// Whoever hears that episodes have changed reads all of the series.
			...(resource ? [message('series', happened, {...resource, ...(isFirst && {episodesChanged: true})})] : []),
			...shown.map(episode => message('episode', 'updated', episode)),
		];
	}

	/** The episodes that differ from what was told last; of a series that was never told, those with a new file. */
	async function compare(id: string, {base}: Place) {
		const all = await episodes.ofSeries(id);
		const seen: Seen = new Map(all.map(episode => [episode.id, hash('sha1', toJson({...episode, lastSearchTime: null}), 'base64')]));
		const key = `${base} ${id}`;
		const before = seenOf.peek(key);
		seenOf.set(key, seen);
		const isNew = (since: Date) => Number(now()) - Number(since) < newMs;
		const changed = all.filter(({id: own, file}) => (before ? before.get(own) !== seen.get(own) : file !== null && isNew(file.dateAdded)));
		return {changed, isFirst: !before};
	}

	/** Its number is told by what is kept for an undo; otherwise its receivers read their lists again. */
	async function ofRemoved(kind: EventTitle['kind'], id: string): Promise<HubMessage[]> {
		const {rows} = await deletions.page({page: 1, limit: 1, titleId: id});
		const [last] = rows;
		const kept = last && !last.titleStays ? await deletions.documentsKept(last.id) : [];
		const document = kept.find(each => each.document._id === id)?.document as {number?: number} | undefined;
		if (!last || document?.number === undefined) {
			return [message(kind, 'sync')];
		}
		return [message(kind, 'deleted', {id: document.number, title: last.title, year: last.year ?? 0})];
	}

	return async ({kind, id}, happened, place) => {
		if (happened === 'deleted') {
			return ofRemoved(kind, id);
		}
		return kind === 'movie' ? ofMovie(id, happened, place) : ofSeries(id, happened, place);
	};
}
