import {toAirDateUtc} from '#shared/domain/media/library-episode.ts';
import type {CastMember, Image} from '#shared/domain/media/title.ts';
import type {Pictures, Translation, Video, WireMarks} from './wire.ts';

export const defaultImageBase = 'https://image.tmdb.org/t/p/';
const maxImages = 10;
export const maxCast = 50;

export type ImageUrl = (path: string | null, size?: 'original' | 'w500' | 'w185') => string | null;

/** The address of a picture is shown to everybody, so a query, which may have a key, is left out. */
export function createImageUrl(base = defaultImageBase): ImageUrl {
	return (path, size = 'original') => (path ? `${base.replace(/\/+$/, '')}/${size}/${path.replace(/^\/+|[?#].*$/gs, '')}` : null);
}

/** Far more than a title has, in case that somebody adds junk. */
const maxMarks = 200;

/** The fields that rules for tags check. Older answers lack the countries of origin of films. */
export function toMarks({production_companies, production_countries, origin_country}: WireMarks, keywords: readonly {name: string}[]) {
	const names = (rows: readonly {name: string}[]) => [...new Set(rows.map(({name}) => name))].slice(0, maxMarks);
	const produced = production_countries.map(({iso_3166_1}) => iso_3166_1);
	const originalCountries = (origin_country.length > 0 ? origin_country : produced).slice(0, maxMarks);
	return {keywords: names(keywords), studios: names(production_companies), originalCountries};
}

export function toImages({posters, backdrops, logos}: Pictures, imageUrl: ImageUrl): Image[] {
	const groups = {poster: posters, backdrop: backdrops, logo: logos} as const;
	return (['poster', 'backdrop', 'logo'] as const).flatMap(type =>
		groups[type].slice(0, maxImages).flatMap(({file_path}) => {
			const url = imageUrl(file_path);
			return url ? [{url, type}] : [];
		}),
	);
}

export function toOneImage(url: string | null, type: Image['type']): Image[] {
	return url ? [{url, type}] : [];
}

/** Sites whose films have an address that follows from their key. */
const videoSites: Readonly<Record<string, string>> = {
	youtube: 'https://www.youtube.com/watch?v=',
	vimeo: 'https://vimeo.com/',
};
const videoKey = /^[\w-]{1,64}$/;
const videoTypes = ['Trailer', 'Teaser'];

/** The address of the trailer: a trailer before a teaser, in this language before others, and an official one first. */
export function trailerOf({results}: {results: readonly Video[]}, language: string): string | null {
	const own = language.slice(0, 2).toLowerCase();
	const rank = ({type, official, iso_639_1}: Video) => [videoTypes.indexOf(type ?? ''), iso_639_1 === own ? 0 : 1, official ? 0 : 1];
	const [best] = results
		.filter(({site, key, type}) => site.toLowerCase() in videoSites && videoKey.test(key) && videoTypes.includes(type ?? ''))
		.map(video => ({video, rank: rank(video)}))
		.toSorted((a, b) => a.rank.map((each, at) => each - (b.rank[at] ?? 0)).find(difference => difference !== 0) ?? 0);
	return best ? `${videoSites[best.video.site.toLowerCase()]}${best.video.key}` : null;
}

/** Other names of the title. The English name is the one that releases use. */
export function toAlternatives(names: string[], english: Translation | null, own: (string | null)[]): string[] {
	const known = new Set(own);
	const all = [english?.data.title ?? english?.data.name ?? '', ...names].map(name => name.trim());
	return [...new Set(all)].filter(name => name !== '' && !known.has(name));
}

export function englishOf({translations}: {translations: Translation[]}): Translation | null {
	const english = translations.filter(({iso_639_1}) => iso_639_1 === 'en');
	return english.find(({data}) => data.overview !== null) ?? english[0] ?? null;
}

export function inOrder<T extends {order: number | null}>(cast: T[]): T[] {
	return cast.toSorted((a, b) => (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER)).slice(0, maxCast);
}

export function toCast(
	{id, name, character, profile_path}: {id: number; name: string; character: string | null; profile_path: string | null},
	imageUrl: ImageUrl,
): CastMember {
	return {name, character: character ?? '', metaId: id, pictureUrl: imageUrl(profile_path, 'w185')};
}

/** `2019-05-04` or a timestamp; null when the text is not a date. */
export function toDate(text: string | null): Date | null {
	const date = new Date(text ?? Number.NaN);
	return Number.isNaN(date.getTime()) ? null : date;
}

export function toDay(text: string | null): string | null {
	return toAirDateUtc(text) === null ? null : text;
}

export function toYear(text: string | null): number | null {
	return toDate(text)?.getUTCFullYear() ?? null;
}

/** The first non-empty certification of the given country, otherwise of the United States. */
export function certificationOf(rows: {country: string; certification: string | null}[], country: string): string | null {
	const inCountry = (wanted: string) => rows.find(row => row.country === wanted && row.certification !== null)?.certification;
	return inCountry(country.toUpperCase()) ?? inCountry('US') ?? null;
}
