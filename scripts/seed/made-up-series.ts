import {dayMs} from '#shared/domain/durations.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {SeasonDetails, SeriesDetails} from '#shared/domain/media/series.ts';
import {madeUpFile} from './made-up-file.ts';
import {madeUpName, madeUpOverview, madeUpPerson, madeUpTitle} from './made-up-title.ts';
import {type Chance, createChance} from './words.ts';

const weekMs = 7 * dayMs;
const kindOfSeries = 2;
/** How long the library has been growing, in days. */
const libraryDays = 2500;
export const episodesOfSeries = 50;

/** A series at some stage of its life. */
export interface MadeUpSeries {
	id: string;
	details: SeriesDetails;
	monitored: boolean;
	seasonFolder: boolean;
	path: string;
	addedAt: Date;
	updatedAt: Date;
	lastSearchTime: Date | null;
	/** The file of an episode that has aired, or null. */
	fileOf(seasonNumber: number, episodeNumber: number): MediaFile | null;
}

const networks = [
	'Channel Nine North',
	'Harbour TV',
	'Kanal Vest',
	'Lantern',
	'Meridian',
	'Nova Two',
	'Public One',
	'Streamhouse',
] as const;

/** The n-th made-up series: the same in every run except for the dates, which count back from `now`. */
export function madeUpSeries(n: number, {rootFolderPath, now}: {rootFolderPath: string; now: Date}): MadeUpSeries {
	const chance = createChance(kindOfSeries, n);
	const {integer, is, pick, uuid} = chance;
	const {originalLanguage, ...title} = madeUpTitle(chance);
	const addedAt = new Date(Number(now) - integer(libraryDays * dayMs));
	const since = () => new Date(Number(addedAt) + integer(Number(now) - Number(addedAt)));
	const name = `${title.title} (${title.year ?? 0})`;
	const path = `${rootFolderPath}/${name} ${n}`;
	const isRunning = is(0.3);
	const isWhole = is(0.25);
	return {
		id: uuid(),
		details: {
			...title,
			originalLanguage,
			metaId: n + 1,
			tvMetaId: is(0.1) ? null : n + 1,
			imdbId: is(0.05) ? null : `tt${String(5_000_000 + n)}`,
			seasonTitles: [],
			network: is(0.05) ? null : pick(networks),
			status: isRunning ? 'continuing' : 'ended',
			type: is(0.05) ? 'anime' : 'standard',
			runtime: pick([22, 30, 45, 60]),
			actors: Array.from({length: 3 + integer(8)}, () => madeUpActor(chance)),
			images: [{url: `https://images.example/t/${uuid()}.jpg`, type: 'poster'}],
			seasons: madeUpSeasons(chance, isRunning ? now : new Date(Number(now) - (400 + integer(6000)) * dayMs)),
		},
		monitored: is(0.85),
		seasonFolder: is(0.9),
		path,
		addedAt,
		updatedAt: since(),
		lastSearchTime: is(0.35) ? null : since(),
		fileOf: (seasonNumber, episodeNumber) =>
			isWhole || is(0.6) ? madeUpFile(chance, {folder: path, name: `${name} S${seasonNumber}E${episodeNumber}`, dateAdded: since()}) : null,
	};
}

const madeUpActor = (chance: Chance) => ({name: madeUpPerson(chance), character: madeUpPerson(chance), metaId: chance.integer(500_000)});

/** All episodes, in seasons of varying length; they air weekly, the last ones around `end`. */
function madeUpSeasons(chance: Chance, end: Date): SeasonDetails[] {
	const size = chance.is(0.1) ? episodesOfSeries : chance.pick([8, 10, 13, 22]);
	const first = Number(end) - (episodesOfSeries - chance.integer(8)) * weekMs;
	const airDate = (index: number) => new Date(first + index * weekMs).toISOString().slice(0, 10);
	const seasons = Array.from({length: Math.ceil(episodesOfSeries / size)}, (_, at) => ({
		seasonNumber: at + 1,
		from: at * size,
		to: Math.min((at + 1) * size, episodesOfSeries),
	}));
	return seasons.map(({seasonNumber, from, to}) => ({
		seasonNumber,
		overview: null,
		airDate: airDate(from),
		images: [],
		episodes: Array.from({length: to - from}, (_, index) => ({
			metaId: null,
			seasonNumber,
			episodeNumber: index + 1,
			absoluteEpisodeNumber: null,
			title: madeUpName(chance),
			overview: chance.is(0.3) ? null : madeUpOverview(chance),
			airDate: airDate(from + index),
			runtime: 45,
			images: [],
		})),
	}));
}
