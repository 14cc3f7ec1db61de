import {itemName} from '#shared/domain/quality/profiles.ts';
import type {Database} from '#shared/store/database.ts';
import {makeFilm} from './films.ts';
import {makeShow} from './shows.ts';
import type {Film, Show, Span, Title} from './titles.ts';

export interface World {
	span: Span;
	films: Map<number, Film>;
	shows: Map<number, Show>;
	titles: Map<string, Title>;
	/** Ids of the episodes of a series. */
	episodesOf: Map<string, Title[]>;
}

export interface WorldOptions {
	movies: number;
	series: number;
	seed: number;
	span: Span;
}

const batch = 500;

/** Stores the library as it is when the simulation begins, and returns what the indexers will have of it. */
export async function storeWorld(database: Database, {movies, series, seed, span}: WorldOptions): Promise<World> {
	await database.connected;
	const qualityProfileId = await chooseProfile(database, new Date(span.start));
	const world: World = {span, films: new Map(), shows: new Map(), titles: new Map(), episodesOf: new Map()};
	const insert = (name: string, rows: {_id: string}[]) => database.connection.collection<{_id: string}>(name).insertMany(rows);
	for (const range of ranges(movies)) {
		const made = range.map(n => makeFilm(n, {seed, span, qualityProfileId}));
		await insert(
			'movies',
			made.map(({stored}) => stored),
		);
		for (const {film} of made) {
			world.films.set(film.metaId, film);
			world.titles.set(film.title.id, film.title);
		}
	}
	for (const range of ranges(series)) {
		const made = range.map(n => makeShow(n, {seed, span, qualityProfileId}));
		await insert(
			'episodes',
			made.flatMap(({episodes}) => episodes),
		);
		await insert(
			'series',
			made.map(({stored}) => stored),
		);
		for (const {show, stored} of made) {
			const titles = [...show.seasons.values()].flatMap(season => season.titles);
			world.shows.set(show.metaId, show);
			world.episodesOf.set(stored._id, titles);
			for (const title of titles) {
				world.titles.set(title.id, title);
			}
		}
	}
	await database.buildIndexes();
	return world;
}

/** All titles have one profile, which is content with a download of 1080p. */
async function chooseProfile({stores: {qualityProfiles}}: Database, now: Date): Promise<string> {
	await qualityProfiles.ensureDefaults(now);
	const {id, items} = await qualityProfiles.getDefault();
	const cutoff = items.map(itemName).find(name => name === 'WEB 1080p');
	if (!cutoff) {
		throw new Error('The default profile has no group WEB 1080p');
	}
	await qualityProfiles.change(id, {cutoff}, now);
	return id;
}

function ranges(count: number): number[][] {
	const starts = Array.from({length: Math.ceil(count / batch)}, (_, index) => index * batch);
	return starts.map(from => Array.from({length: Math.min(batch, count - from)}, (_, index) => from + index));
}
