import {createHash} from 'node:crypto';
import {readMovie, readSeries, columns as titleColumns, wholeOf} from '#shared/domain/moves/source-titles.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';

/** A title of a source, and what has to be equal for nothing to be done. */
export interface TitleDigest {
	title: string;
	digest: string;
}

const digestOf = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

/**
 * What people and programs change of titles: flags, tags, profile, folder and files. Whatever the API and the database
 * write differently is left out.
 */
export async function digestTitles(program: Program, source: ArrDatabase): Promise<Map<number, TitleDigest>> {
	const content = await digestContent(program, source);
	const found = new Map<number, TitleDigest>();
	if (program === 'radarr') {
		const titles = new Map<number, string>();
		for await (const {Id, Title} of source.rows('MovieMetadata', ['Id', 'Title'])) {
			titles.set(Number(Id), String(Title ?? ''));
		}
		for await (const row of source.rows('Movies', titleColumns.movies)) {
			const movie = readMovie(row, row);
			if (movie) {
				const {id, monitored, tags, profileId, path, fileId, minimumAvailability} = movie;
				const title = titles.get(wholeOf(row['MovieMetadataId']) ?? 0) ?? movie.title;
				const own = [monitored, tags, profileId, path, fileId, minimumAvailability, content.get(id) ?? null];
				found.set(id, {title, digest: digestOf(own)});
			}
		}
		return found;
	}
	for await (const row of source.rows('Series', titleColumns.series)) {
		const series = readSeries(row);
		if (series) {
			const {id, title, monitored, tags, profileId, path, seasons, monitorNewSeasons} = series;
			found.set(id, {title, digest: digestOf([monitored, tags, profileId, path, seasons, monitorNewSeasons, content.get(id) ?? null])});
		}
	}
	return found;
}

/** Files and episodes by their title. Both kinds of sources list them by their numbers. */
async function digestContent(program: Program, source: ArrDatabase): Promise<Map<number, string>> {
	const tables =
		program === 'radarr'
			? [{table: 'MovieFiles', of: ['MovieId', 'Id', 'RelativePath', 'Size']}]
			: [
					{table: 'EpisodeFiles', of: ['SeriesId', 'Id', 'RelativePath', 'Size']},
					{table: 'Episodes', of: ['SeriesId', 'Id', 'SeasonNumber', 'EpisodeNumber', 'Monitored', 'EpisodeFileId']},
				];
	const hashes = new Map<number, string>();
	for (const {table, of} of tables) {
		for await (const row of source.rows(table, of)) {
			const id = wholeOf(row[of[0] ?? '']) ?? 0;
			// A chain instead of one hash for each title: thousands of those take much memory.
			hashes.set(id, digestOf([hashes.get(id) ?? '', ...of.map(column => row[column])]));
		}
	}
	return hashes;
}
