import {mkdirSync, statSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {seed, type treeOf, writeTree} from '#test/helpers/world/moves.ts';
import type {ChaosWorld} from '../world/chaos-world.ts';

export interface StoredTitle {
	kind: 'movie' | 'series';
	id: string;
	/** Name of its own folder. */
	folder: string;
}

export type Tree = Awaited<ReturnType<typeof treeOf>>;

const films = 7;
const shows = 3;
const copies = 20_000;

/**
 * Films and series with subtitles, extras and pictures, half of them shared with torrents. Two episodes of each series
 * have each other's names.
 */
export async function fillLibrary(world: ChaosWorld, torrents: string): Promise<StoredTitle[]> {
	const titles: StoredTitle[] = [];
	for (let number = 1; number <= films; number += 1) {
		titles.push(await addFilm(number, world, torrents));
	}
	for (let number = 1; number <= shows; number += 1) {
		titles.push(await addShow(number, world, torrents));
	}
	return titles;
}

async function addFilm(number: number, {stores, library, profileId}: ChaosWorld, torrents: string): Promise<StoredTitle> {
	const folder = `Film ${number} (2001)`;
	const path = join(library, folder);
	const text = `film ${number} `.repeat(copies);
	await writeTree(path, {
		'old.mkv': text,
		'old.Web [SDH].en.srt': `words of film ${number}`,
		'Extras/trailer.mkv': `trailer of film ${number}`,
		'poster.jpg': `picture of film ${number}`,
	});
	await (number % 2 === 0 ? seed(join(path, 'old.mkv'), torrents) : null);
	const details = buildMovieDetails({metaId: number, imdbId: null, title: `Film ${number}`, year: 2001});
	const choice = {monitored: false, minimumAvailability: 'released', libraryId: null, searchOnAdd: false, usualDelayDays: 0} as const;
	const movie = await stores.movies.add(details, {...choice, rootFolderPath: library, path, qualityProfileId: profileId}, new Date());
	const file = buildMediaFile({id: `film-${number}`, path: join(path, 'old.mkv'), size: text.length});
	await stores.movies.setFile(movie.id, file, new Date());
	return {kind: 'movie', id: movie.id, folder};
}

async function addShow(number: number, {stores, library, profileId}: ChaosWorld, torrents: string): Promise<StoredTitle> {
	const title = `Show ${number}`;
	const folder = `${title} (2024)`;
	const path = join(library, folder);
	const seasons = [1, 2].map(season => buildSeason(season, ['2024-01-08', '2024-01-15', '2024-01-22']));
	const ids = {metaId: 1000 + number, tvMetaId: null, imdbId: null};
	const series = await stores.series.add(
		buildSeriesDetails({...ids, title, originalTitle: title, alternativeTitles: [], seasons}),
		buildNewSeries({rootFolderPath: library, path, qualityProfileId: profileId}),
		new Date(),
	);
	await writeTree(path, {'poster.jpg': `picture of show ${number}`, 'Season 01/Extras/making.mkv': `making of show ${number}`});
	for (const season of [1, 2]) {
		const names = [2, 1].map(each => `${title} - S0${season}E0${each} - Chapter ${each} [WEBDL-1080p]`);
		const episodes = await stores.episodes.ofSeason(series.id, season);
		for (const [index, name] of [...names, `third.of.${season}`].entries()) {
			const about = `show ${number} season ${season} episode ${index + 1}`;
			const text = `${about} `.repeat(copies / 10);
			const file = join(path, `Season 0${season}`, `${name}.mkv`);
			mkdirSync(dirname(file), {recursive: true});
			await writeTree(dirname(file), {[`${name}.mkv`]: text, [`${name}.en.srt`]: `words of ${about}`});
			await (index === 2 ? seed(file, torrents) : null);
			const episode = episodes.find(({episodeNumber}) => episodeNumber === index + 1);
			const media = buildMediaFile({id: `${number}-${season}-${index}`, path: file, size: text.length, releaseTitle: null});
			await stores.episodes.recordFile(
				{seriesId: series.id, episodeIds: episode ? [episode.id] : [], file: media, replaces: []},
				new Date(),
			);
		}
	}
	return {kind: 'series', id: series.id, folder};
}

/** Where the records say that files are, and what is there. */
export async function readRecords(
	titles: readonly StoredTitle[],
	{stores}: ChaosWorld,
): Promise<{id: string; path: string; text: string | null}[]> {
	const idsOf = (kind: StoredTitle['kind']) => titles.filter(each => each.kind === kind).map(({id}) => id);
	const movies = await stores.movies.getMany(idsOf('movie'));
	const episodes = (await Promise.all(idsOf('series').map(id => stores.episodes.ofSeries(id)))).flat();
	const files = [...movies, ...episodes].flatMap(({file}) => file ?? []);
	return Promise.all(
		files.map(async ({id, path}) => ({
			id,
			path,
			text: statSync(path, {throwIfNoEntry: false}) ? await readFile(path, 'utf8') : null,
		})),
	);
}
