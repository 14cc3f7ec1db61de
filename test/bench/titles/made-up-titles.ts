import type {LibraryTitle} from '#shared/domain/matching/title-index.ts';

const adjectives =
	'Silent Crimson Hollow Golden Distant Broken Velvet Burning Frozen Hidden Iron Paper Glass Electric Lonely Wandering Forgotten Midnight Scarlet Salted'.split(
		' ',
	);
const nouns =
	'Harbor Orchard Lantern Compass Garden River Station Letter Mirror Winter Bridge Kingdom Signal Teacher Machine Island Violin Carnival Desert Window'.split(
		' ',
	);
const places =
	'Almera Brightwater Corvane Dunmore Elsinby Farrowdale Greymoor Hartsel Ivern Juniper Kestrin Lowmark Maravel Northby Orlan Pellam Quarrel Rosmund Selwick Tarn'.split(
		' ',
	);
const joints = ['of', 'in', 'and the', 'beyond'];

const firstYear = 1950;
const years = 76;

/** The n-th made-up movie: the same in every run, and unique in title and year. */
export function madeUpMovie(n: number): LibraryTitle {
	const adjective = adjectives[n % 20] ?? '';
	const noun = nouns[Math.floor(n / 20) % 20] ?? '';
	const place = places[Math.floor(n / 400) % 20] ?? '';
	const joint = joints[Math.floor(n / 8000) % 4] ?? '';
	const part = Math.floor(n / 32_000);
	const title = `The ${adjective} ${noun} ${joint} ${place}${part > 0 ? ` ${part + 1}` : ''}`;
	return {
		id: `movie-${n}`,
		title,
		originalTitle: `${title}é`,
		alternativeTitles: [`${noun} (${place} ${n})`],
		year: firstYear + (n % years),
		imdbId: `tt${1_000_000 + n}`,
		metaId: n + 1,
		tvMetaId: null,
	};
}

const tails = [
	'1080p.WEB-DL.DDP5.1.H.264',
	'2160p.UHD.BluRay.REMUX.HDR.HEVC.Atmos',
	'720p.BluRay.x264',
	'1080p.HDTV.x264',
	'PROPER.1080p.WEBRip.x265',
	'DVDRip.XviD',
];

/** A release title of a made-up movie, as indexers write it. */
export function madeUpReleaseTitle({title, year}: LibraryTitle, n: number): string {
	return `${title.replaceAll(' ', '.')}.${year}.${tails[n % tails.length]}-GRP${n % 50}`;
}
