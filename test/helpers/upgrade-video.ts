import {join} from 'node:path';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {Subtitle} from '#shared/domain/media/subtitle.ts';
import {runImport} from '#workers/import/import-download.ts';
import type {ImportStep} from '#workers/import/place-planned.ts';
import {until} from './until.ts';
import {buildMediaFile, filesBelow, release, writeAt} from './world/movie.ts';
import type {World} from './world.ts';

export const folder = 'The Quiet Harbour (2019)';
export const fresh = 'The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY';

const downloaded: Subtitle = {
	id: 'one',
	language: 'en',
	forced: false,
	hearingImpaired: false,
	source: 'downloaded',
	path: null,
	format: 'srt',
	score: 80,
	provider: 'Provider',
	providerSubtitleId: '17',
	downloadedAt: new Date('2026-01-02T00:00:00Z'),
};

interface Upgrade {
	old: Partial<MediaFile>;
	/** Name of the old video without its extension. */
	stem?: string;
	extension?: string;
	/** Names of subtitles behind the stem. */
	subtitles: string[];
	/** Subtitles in the download. */
	companions?: string[];
	beforeStep?: (step: ImportStep) => Promise<void>;
}

export async function prepareUpgrade(world: World<'movie'>, {old, stem = 'Old', extension = 'mkv', subtitles, companions = []}: Upgrade) {
	const {deps, library, movie, downloads} = world;
	const path = await writeAt(join(library, folder, `${stem}.${extension}`), 'old');
	for (const name of subtitles) {
		await writeAt(join(library, folder, `${stem}.${name}`), `old ${name}`);
	}
	const list = [{...downloaded, path: join(library, folder, `${stem}.en.srt`)}];
	const subtitlesOf = {list, missing: ['de'], readAt: new Date(), stamp: 'stamp'};
	await deps.movies.setFile(movie.id, buildMediaFile({path, subtitles: subtitlesOf, ...old}), new Date());
	const outputPath = join(downloads, release);
	await writeAt(join(outputPath, 'film.mkv'));
	for (const name of companions) {
		await writeAt(join(outputPath, `film.${name}`), `new ${name}`);
	}
	return world.addItem({outputPath, removable: true});
}

export async function upgrade(world: World<'movie'>, request: Upgrade) {
	const item = await prepareUpgrade(world, request);
	await runImport({queueItemId: item.id}, world.deps, {run: world.run()});
	return filesBelow(join(world.library, folder));
}

export const sameTiming = {quality: 'WEBDL-720p', releaseGroup: 'NOBODY'} as const;
export const otherTiming = {quality: 'HDTV-720p', releaseGroup: 'NOBODY'} as const;

/**
 * An import that breaks off before this step, and the next one that goes on. On a busy machine either may be put off
 * first, because a disk is asked whether it is there and has only so long to answer.
 */
export async function importBroken({deps, run}: World<'movie'>, queueItemId: string, broken: ImportStep): Promise<void> {
	const beforeStep = async (step: ImportStep) => {
		if (step === broken) {
			throw new Error('broken off');
		}
	};
	let minutes = 0;
	const runLater = (options: object) => {
		const at = new Date(Date.now() + minutes * 60_000);
		minutes += 1;
		return runImport({queueItemId}, {...deps, now: () => at}, {run: run(), ...options});
	};
	await until(() =>
		runLater({beforeStep}).then(
			() => false,
			(error: Error) => error.message.endsWith('broken off') || Promise.reject(error),
		),
	);
	await until(async () => {
		await runLater({});
		return (await deps.downloads.find(queueItemId))?.state === 'imported';
	});
}
