import {type Film, films, yearOf} from './films.ts';

export const clipLines = [1080, 720, 480] as const;
/** Height of the picture, in lines. */
export type ClipLines = (typeof clipLines)[number];

/** A release of the sandbox's indexer. The torrent behind it has exactly this size, and one seeder or none. */
export interface SandboxRelease {
	/** Number in the list, which is part of its addresses. */
	number: number;
	title: string;
	/** Bytes. */
	size: number;
	lines: ClipLines;
	seeders: 0 | 1;
	/** Torznab category. */
	category: number;
	/** Days since the release was posted. */
	ageDays: number;
	/** Null if the site assigns it to no film. */
	film: Film | null;
	/** The site found it by name only, so it returns no ids. */
	searchText: string;
}

type Offer = Pick<SandboxRelease, 'lines' | 'category'> & {
	/** The part after the film's name and year. */
	name: string;
	/** Size in bytes, from the film's running time. */
	size: (minutes: number) => number;
	seeders?: 0 | 1;
};

const megabyte = 1024 * 1024;
const categories = {hd: 2040, uhd: 2045, sd: 2030};

/** At least `floor` megabytes, so that the download of a short film can be watched too. */
const perMinute = (megabytes: number, floor: number) => (minutes: number) => Math.max(floor, Math.round(megabytes * minutes)) * megabyte;

/** The releases of each film: good ones, and one for each common reason to reject. */
const offers: readonly Offer[] = [
	{name: '1080p.BluRay.x264-OPENREEL', lines: 1080, category: categories.hd, size: perMinute(4, 40)},
	{name: '1080p.WEB-DL.OPUS2.0.H.264-COMMONS', lines: 1080, category: categories.hd, size: perMinute(4, 32)},
	{name: '1080p.WEBRip.x264-THIMBLE', lines: 1080, category: categories.hd, size: minutes => Math.round(minutes * 0.75 * megabyte)},
	{name: '1080p.BluRay.x264-LASTSEED', lines: 1080, category: categories.hd, size: perMinute(4.2, 42), seeders: 0},
	{name: '720p.BluRay.x264-OPENREEL', lines: 720, category: categories.hd, size: perMinute(4, 24)},
	{name: 'DVDRip.x264-ATTIC', lines: 480, category: categories.sd, size: perMinute(2, 12)},
	{name: 'HDCAM.x264-WOBBLE', lines: 480, category: categories.sd, size: perMinute(1.1, 11)},
];

/** What a careless site returns for the first film: names that are only similar. */
const strangers = ['Big.Buck.Hunters.2011.1080p.BluRay.x264-OPENREEL', 'The.Bunny.Who.Came.Late.2019.1080p.WEB-DL.H.264-COMMONS'];

/** All releases of the indexer, in order of their numbers. */
export const releases: readonly SandboxRelease[] = [
	...films.flatMap(film => offers.map(offer => ({film, offer, title: `${dotted(film.title)}.${yearOf(film)}.${offer.name}`}))),
	...strangers.map(title => ({film: null, offer: offers[0]!, title})), // not empty: the table above
].map(({film, offer, title}, index) => ({
	number: index + 1,
	title,
	size: offer.size(film?.runtime ?? 10),
	lines: offer.lines,
	seeders: offer.seeders ?? 1,
	category: offer.category,
	ageDays: 20 + index * 3,
	film,
	searchText: `${title.replaceAll('.', ' ')} ${film === null ? films[0]!.title : ''}`.toLowerCase(),
}));

function dotted(title: string): string {
	return title.replace(/[^\p{L}\p{N}]+/gu, '.');
}
