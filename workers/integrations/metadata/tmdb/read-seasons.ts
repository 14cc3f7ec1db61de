import {NotFound} from '#shared/errors.ts';
import {type AskTmdb, type How, type Params, readAs} from './ask-tmdb.ts';
import {wireSeason, wireSeries} from './wire.ts';
import type {ListedSeason, WireEpisode, WireSeason, WireSeries} from './wire-types.ts';

/** What is asked along with a series. */
const extras = ['aggregate_credits', 'alternative_titles', 'content_ratings', 'external_ids', 'images', 'translations'];
/** The provider appends at most this many parts to an answer. */
const mostAppended = 20;
/** Seasons that are asked for one by one when a server that speaks the provider's language does not append them. */
const mostSingle = 100;

export interface WholeSeries {
	series: WireSeries;
	seasons: WireSeason[];
}

/** A series with all its seasons: the first seasons come along with the series, so most series need one request. */
export async function readWholeSeries(
	ask: AskTmdb,
	path: string,
	{params, ...how}: {params: Params} & Omit<How, 'schema'>,
): Promise<WholeSeries> {
	const guessed = Array.from({length: mostAppended - extras.length}, (_, number) => number);
	const append = (parts: string[]) => ({...params, append_to_response: parts.join(',')});
	const first = await ask(path, append([...extras, ...guessed.map(toPart)]), {...how, schema: wireSeries});
	const series = readAs(wireSeries, first);
	const listed = series.seasons.filter(({season_number}, at, all) => at === all.findIndex(other => other.season_number === season_number));
	const parts = toParts(first);
	const missing = listed.map(({season_number}) => season_number).filter(number => !parts.has(number));
	for (let at = 0; at < missing.length; at += mostAppended) {
		const more = await ask(path, append(missing.slice(at, at + mostAppended).map(toPart)), {...how, schema: null});
		for (const [number, part] of toParts(more)) {
			parts.set(number, part);
		}
	}
	const unsent = listed.filter(({season_number, episode_count}) => !parts.has(season_number) && episode_count !== 0).slice(0, mostSingle);
	for (const {season_number} of unsent) {
		parts.set(season_number, await askOne(() => ask(`${path}/${toPart(season_number)}`, params, {...how, schema: wireSeason})));
	}
	return {series, seasons: listed.map(season => toSeason(season, parts.get(season.season_number)))};
}

/** A season that is listed and cannot be had says nothing about its episodes. */
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

/** Two episodes under one number would be told apart by nobody: the first counts. */
function toSeason(listed: ListedSeason, part: unknown): WireSeason {
	if (part === undefined) {
		const {episode_count: _, ...season} = listed;
		return {...season, episodes: []};
	}
	const season = readAs(wireSeason, part);
	const byNumber = new Map(season.episodes.toReversed().map(episode => [episode.episode_number, episode]));
	return {...season, season_number: listed.season_number, episodes: [...byNumber.values()].reverse()};
}

/** Fills what has no translation from the same series in English. */
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

/** Any episode that has been aired without a name or a text in the asked language. */
export function hasGaps({seasons}: WholeSeries): boolean {
	return seasons.some(({episodes}) => episodes.some(episode => episode.overview === null || isPlaceholder(episode)));
}

/** Names without a translation come as "Episode 3", "Episodio 3", "3. Bölüm": one word and the number. */
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

/** The seasons that came along with an answer. */
function toParts(answer: unknown): Map<number, unknown> {
	const parts = Object.entries(answer as Record<string, unknown>).filter(([name]) => name.startsWith(toPart(''))); // an answer is an object: see parseReply
	return new Map(parts.filter(([, part]) => isSeason(part)).map(([name, part]) => [Number(name.slice(toPart('').length)), part]));
}

function isSeason(part: unknown): boolean {
	return typeof part === 'object' && part !== null && 'episodes' in part;
}
