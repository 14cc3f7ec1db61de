import type {RouteDeps} from '#api/services.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {SearchSubject} from '#shared/jobs/search.ts';
import type {Looked} from '../movies.ts';
import {type FaceQuery, toInteger} from '../wire.ts';

/** What a program asks an indexer for. */
export interface Wanted {
	/** Null for something that no indexer of ours has, such as music. */
	subject: SearchSubject | null;
	/** Whether a release is what was asked for, where the search is for more than that. */
	fits(title: string): boolean;
}

const anything = () => true;
/** Characters. */
const longestText = 300;

/** The words of the fields that a text may hold in braces, as in `{ImdbId:tt0133093}`. */
const inBraces = /\{(?<name>imdbid|tmdbid|tvdbid|season|episode|year):(?<value>[^{}]{1,40})\}/gi;

export interface AskedFields {
	text: string;
	imdbId: string | null;
	tmdbId: number | null;
	tvdbId: number | null;
	season: string | null;
	episode: string | null;
	year: string | null;
}

/** The fields of a query of Newznab, or of the interface, where the text holds them in braces. */
export function fieldsIn(query: FaceQuery, textName: 'q' | 'query'): AskedFields {
	const given = query.text(textName) ?? '';
	const braced = new Map([...given.matchAll(inBraces)].map(({groups}) => [groups?.['name']?.toLowerCase(), groups?.['value']?.trim()]));
	const field = (name: string) => query.text(name) ?? braced.get(name) ?? null;
	const digits = field('imdbid')?.replace(/^tt/i, '') ?? '';
	const id = (name: string) => {
		const number = toInteger(field(name));
		return number !== null && number > 0 && number < 2 ** 31 ? number : null;
	};
	return {
		text: given.replace(inBraces, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, longestText),
		imdbId: /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? `tt${digits.padStart(7, '0')}` : null,
		tmdbId: id('tmdbid'),
		tvdbId: id('tvdbid'),
		season: field('season'),
		episode: query.text('ep') ?? braced.get('episode') ?? null,
		year: field('year'),
	};
}

/** Looks up a title at the metadata provider, as our own lookup does. */
type LookUp = (kind: 'movies' | 'series', query: string) => Promise<Looked>;

/** Nothing at all stands for the latest releases. */
export async function wantedOf(
	kind: string,
	fields: AskedFields,
	deps: Pick<RouteDeps, 'series' | 'episodes'>,
	lookUp: LookUp,
): Promise<Wanted> {
	if (kind === 'search' || kind === 'basic') {
		return {subject: {kind: 'manual', query: fields.text}, fits: anything};
	}
	if (kind === 'movie' || kind === 'movie-search' || kind === 'moviesearch') {
		return movieOf(fields, lookUp);
	}
	if (kind === 'tvsearch' || kind === 'tv-search') {
		return showOf(fields, deps, lookUp);
	}
	return {subject: null, fits: anything};
}

async function movieOf({text, imdbId, tmdbId, year}: AskedFields, lookUp: LookUp): Promise<Wanted> {
	const found = tmdbId ?? (imdbId && (await idAtProvider('movies', imdbId, text, lookUp)));
	if (found) {
		return {subject: {kind: 'movie', movie: {metaId: found}}, fits: anything};
	}
	const query = text !== '' && /^\d{4}$/.test(year ?? '') && !text.includes(year ?? '') ? `${text} ${year}` : text;
	return {subject: text === '' && imdbId ? null : {kind: 'manual', query}, fits: anything};
}

async function showOf(fields: AskedFields, deps: Pick<RouteDeps, 'series' | 'episodes'>, lookUp: LookUp): Promise<Wanted> {
	const {text, imdbId, tmdbId, tvdbId, season, episode} = fields;
	const [seasonNumber, episodeNumber] = [toInteger(season), toInteger(episode)];
	const fits = (title: string) => fitsEpisode(title, seasonNumber, episodeNumber);
	const byImdb = tvdbId === null && tmdbId === null && imdbId ? await idAtProvider('series', imdbId, text, lookUp) : null;
	const metaId = tmdbId ?? byImdb;
	const name = tvdbId !== null ? {tvMetaId: tvdbId} : metaId !== null ? {metaId} : null;
	const isDaily = seasonNumber !== null && seasonNumber > 1900;
	if (name && !isDaily) {
		const [own] = 'tvMetaId' in name ? [await deps.series.findByTvMetaId(name.tvMetaId)] : await deps.series.findCopies(name.metaId);
		const ofSeason = own && seasonNumber !== null ? await deps.episodes.ofSeason(own.id, seasonNumber) : [];
		const isKnown = episodeNumber !== null && ofSeason.some(each => each.episodeNumber === episodeNumber);
		if (own && isKnown && seasonNumber !== null && episodeNumber !== null) {
			return {subject: {kind: 'episode', seriesId: own.id, seasonNumber, episodeNumber}, fits};
		}
		// A season that our copy does not have is asked for by its name.
		const isSearched = seasonNumber === null || !own || ofSeason.length > 0;
		return isSearched ? {subject: {kind: 'tv', series: name, seasonNumber}, fits} : textOf(own.title, fields, fits);
	}
	const title = text === '' && name && 'tvMetaId' in name ? ((await deps.series.findByTvMetaId(name.tvMetaId))?.title ?? '') : text;
	return title === '' && (name !== null || imdbId !== null) ? {subject: null, fits} : textOf(title, fields, anything);
}

/** `Name S01E02`, or `Name 2026 11 30` for one that is named by its day. */
function textOf(title: string, {season, episode}: AskedFields, fits: Wanted['fits']): Wanted {
	const [number, part] = [toInteger(season), toInteger(episode)];
	const two = (each: number) => String(each).padStart(2, '0');
	const isDay = number !== null && number > 1900;
	const suffix = isDay
		? [number, ...(episode?.split(/[/-]/) ?? [])].join(' ')
		: number === null
			? ''
			: `S${two(number)}${part === null ? '' : `E${two(part)}`}`;
	return {subject: {kind: 'manual', query: title === '' ? '' : `${title} ${suffix}`.trim()}, fits};
}

function fitsEpisode(title: string, season: number | null, episode: number | null): boolean {
	const parsed = season === null ? null : parseTitle(title, {mode: 'tv'});
	if (!parsed || season === null) {
		return season === null;
	}
	return parsed.season === season && (episode === null || (parsed.episodes ?? []).includes(episode));
}

/** Null if the provider has none, or if it cannot be asked and there is a text to search for. */
async function idAtProvider(kind: 'movies' | 'series', imdbId: string, text: string, lookUp: LookUp): Promise<number | null> {
	try {
		return (await lookUp(kind, `imdb:${imdbId}`)).results[0]?.metaId ?? null;
	} catch (error) {
		if (text === '') {
			throw error;
		}
		return null;
	}
}
