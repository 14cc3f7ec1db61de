import {type AskTmdb, type How, type Params, readAs} from './ask-tmdb.ts';
import {wireSeason, wireSeries} from './wire.ts';
import type {WireEpisode, WireSeason, WireSeries} from './wire-types.ts';

/** What is asked along with a series. */
const extras = ['aggregate_credits', 'alternative_titles', 'content_ratings', 'external_ids', 'images', 'translations'];
/** The provider appends at most this many parts to an answer. */
const mostAppended = 20;

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
	const answers = [first];
	const missing = series.seasons.map(({season_number}) => season_number).filter(number => !hasSeason(first, number));
	for (let at = 0; at < missing.length; at += mostAppended) {
		answers.push(await ask(path, append(missing.slice(at, at + mostAppended).map(toPart)), {...how, schema: null}));
	}
	const seasons = series.seasons.map(listed => {
		const answer = answers.find(candidate => hasSeason(candidate, listed.season_number));
		return {...listed, ...(answer ? readAs(wireSeason, partOf(answer, listed.season_number)) : {episodes: []})};
	});
	return {series, seasons};
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

function toPart(number: number): string {
	return `season/${number}`;
}

function partOf(answer: unknown, number: number): unknown {
	return (answer as Record<string, unknown>)[toPart(number)]; // an answer is an object: see parseReply
}

function hasSeason(answer: unknown, number: number): boolean {
	const season = partOf(answer, number);
	return typeof season === 'object' && season !== null && 'episodes' in season;
}
