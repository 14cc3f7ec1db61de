import {NotFound} from '#shared/errors.ts';
import {type AskOptions, type AskTmdb, type Params, readAs} from './ask-tmdb.ts';
import {type ListedSeason, type WireEpisode, type WireSeason, type WireSeries, wireSeason, wireSeries} from './wire.ts';

/** Requested together with a series. */
const extras = [
	'aggregate_credits',
	'alternative_titles',
	'content_ratings',
	'external_ids',
	'images',
	'keywords',
	'translations',
	'videos',
];
/** The provider appends at most this many parts to an answer. */
const maxAppended = 20;
/** Most seasons that are requested one by one, for compatible servers that do not append them. */
const maxSingle = 100;

export interface WholeSeries {
	series: WireSeries;
	seasons: WireSeason[];
}

/**
 * Reads a series with all its seasons. The first seasons come with the series itself, so most
 * series need only one request.
 */
export async function readWholeSeries(
	ask: AskTmdb,
	path: string,
	{params, ...how}: {params: Params} & Omit<AskOptions, 'schema'>,
): Promise<WholeSeries> {
	const guessed = Array.from({length: maxAppended - extras.length}, (_, number) => number);
	const append = (parts: string[]) => ({...params, append_to_response: parts.join(',')});
	const first = await ask(path, append([...extras, ...guessed.map(toPart)]), {...how, schema: wireSeries});
	const series = readAs(wireSeries, first);
	const listed = series.seasons.filter(({season_number}, at, all) => at === all.findIndex(other => other.season_number === season_number));
	const parts = toParts(first);
	const missing = listed.map(({season_number}) => season_number).filter(number => !parts.has(number));
	for (let at = 0; at < missing.length; at += maxAppended) {
		const more = await ask(path, append(missing.slice(at, at + maxAppended).map(toPart)), {...how, schema: null});
		for (const [number, part] of toParts(more)) {
			parts.set(number, part);
		}
	}
	const unsent = listed.filter(({season_number, episode_count}) => !parts.has(season_number) && episode_count !== 0).slice(0, maxSingle);
	for (const {season_number} of unsent) {
		parts.set(season_number, await askOne(() => ask(`${path}/${toPart(season_number)}`, params, {...how, schema: wireSeason})));
	}
	return {series, seasons: listed.map(season => toSeason(season, parts.get(season.season_number)))};
}

/** A season that is listed but cannot be read counts as having unknown episodes. */
async function askOne(ask: () => Promise<unknown>): Promise<unknown> {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof NotFound) {
			return undefined;
		}
		throw error;
	}
}

/** If two episodes have the same number, the first one counts. */
function toSeason(listed: ListedSeason, part: unknown): WireSeason {
	if (part === undefined) {
		const {episode_count: _, ...season} = listed;
		return {...season, episodes: []};
	}
	const season = readAs(wireSeason, part);
	const byNumber = new Map(season.episodes.toReversed().map(episode => [episode.episode_number, episode]));
	return {...season, season_number: listed.season_number, episodes: [...byNumber.values()].reverse()};
}

/** Fills missing translations from the English version of the series. */
export function fillGaps({seasons}: WholeSeries, english: WholeSeries): WireSeason[] {
	return seasons.map(season => {
		const other = english.seasons.find(({season_number}) => season_number === season.season_number);
		const byNumber = new Map(other?.episodes.map(episode => [episode.episode_number, episode]));
		return {
			...season,
			overview: season.overview ?? other?.overview ?? null,
			episodes: season.episodes.map(episode => fillEpisode(episode, byNumber.get(episode.episode_number))),
		};
	});
}

function fillEpisode(episode: WireEpisode, english: WireEpisode | undefined): WireEpisode {
	const name = isPlaceholder(episode) ? (english?.name ?? episode.name) : episode.name;
	return {...episode, name, overview: episode.overview ?? english?.overview ?? null};
}

/** Whether any aired episode lacks a name or an overview in the requested language. */
export function hasGaps({seasons}: WholeSeries): boolean {
	return seasons.some(({episodes}) => episodes.some(episode => episode.overview === null || isPlaceholder(episode)));
}

/** Untranslated names have the form "Episode 3", "Episodio 3", "3. Bölüm": one word and the number. */
function isPlaceholder({name, episode_number}: WireEpisode): boolean {
	const bare = (name ?? '')
		.replace(/[\s.]+/gu, ' ')
		.trim()
		.split(' ');
	return name === null || (bare.length === 2 && bare.includes(String(episode_number)));
}

function toPart(number: number | ''): string {
	return `season/${number}`;
}

/** The seasons that came with an answer. */
function toParts(answer: unknown): Map<number, unknown> {
	const parts = Object.entries(answer as Record<string, unknown>).filter(([name]) => name.startsWith(toPart(''))); // the answer is an object, see parseReply
	return new Map(parts.filter(([, part]) => isSeason(part)).map(([name, part]) => [Number(name.slice(toPart('').length)), part]));
}

function isSeason(part: unknown): boolean {
	return typeof part === 'object' && part !== null && 'episodes' in part;
}
