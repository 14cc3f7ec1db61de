import {mergeEpisodes} from '#shared/domain/media/merge-episodes.ts';
import {Conflict} from '#shared/errors.ts';
import {mapNumbers} from '#shared/jobs/refresh.ts';
import {maxRematched, type previewRematch, type Rematch, type rematchTitle} from '#shared/jobs/rematch.ts';
import {titleExists} from '#shared/store/titles/title-copies.ts';
import {countPartsOf} from '#shared/tasks/count-missing-parts.ts';
import {restartSearches} from '#shared/tasks/restart-searches.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {retag} from './apply-auto-tags.ts';

type Deps = Pick<
	WorkerDeps,
	| 'autoTags'
	| 'episodes'
	| 'importExclusions'
	| 'jobs'
	| 'log'
	| 'metadata'
	| 'movies'
	| 'now'
	| 'outbox'
	| 'searchBackoff'
	| 'series'
	| 'settings'
	| 'tasks'
	| 'titleCollections'
>;

/** Like a refresh with what the provider knows of another title; the episodes of a series are matched by number. */
export const handleRematchTitle: Handler<typeof rematchTitle, keyof Deps> = async ({kind, titleId, metaId}, deps, {signal}) => {
	await refuseSecond({kind, titleId, metaId}, deps);
	const rematch = kind === 'movie' ? rematchMovie : rematchSeries;
	const title = await rematch({titleId, metaId}, deps, signal).catch(error => {
		throw titleExists(error, kind, null);
	});
	await retag(titleId, kind === 'movie' ? 'movies' : 'tv', deps, signal);
	await promisePlayerFiles({kind, id: titleId}, deps);
	await restartSearches([titleId], deps);
	return {title};
};

type Wanted = Omit<Rematch, 'kind'>;

/** A library has a title once. */
async function refuseSecond({kind, titleId, metaId}: Rematch, {movies, series}: Pick<Deps, 'movies' | 'series'>): Promise<void> {
	const titles = kind === 'movie' ? movies : series;
	const {libraryId} = await titles.get(titleId);
	const copies = await titles.copiesOf([metaId]);
	if (copies.some(copy => copy.id !== titleId && copy.libraryId === libraryId)) {
		throw new Conflict(`${kind}_exists`, `This library has the ${kind} with the id ${metaId} already.`);
	}
}

async function rematchMovie({titleId, metaId}: Wanted, deps: Deps, signal: AbortSignal): Promise<string> {
	const {movies, metadata, settings, now} = deps;
	const before = await movies.get(titleId);
	const details = await metadata.movie(metaId, signal, 'fresh');
	await movies.refresh(titleId, details, now(), settings.get('media.availabilityDelayDays'));
	for (const {collectionMetaId} of [before, details]) {
		await countPartsOf([{collectionMetaId}], deps);
	}
	return details.title;
}

async function rematchSeries({titleId, metaId}: Wanted, deps: Deps, signal: AbortSignal): Promise<string> {
	const {series, metadata, jobs, now} = deps;
	const details = await metadata.series(metaId, signal, 'fresh');
	// An order of its own is one of the title that it was taken for.
	await series.refresh(titleId, details, now(), {name: null, providerNumbers: new Map()});
	if (await series.isNumbered(titleId)) {
		await jobs.enqueue(mapNumbers, {seriesId: titleId});
	}
	return details.title;
}

export const handlePreviewRematch: Handler<typeof previewRematch, 'episodes' | 'metadata' | 'series'> = async (
	{titleId, metaId},
	{episodes, metadata, series},
	{signal},
) => {
	await series.get(titleId);
	const details = await metadata.series(metaId, signal, 'fresh');
	const {kept, added, removed, left} = mergeEpisodes(await episodes.ofSeries(titleId), details.seasons);
	const matched = kept
		.filter(({known}) => known.file !== null)
		.map(({known, details: fresh}) => ({known, newTitle: fresh.title, isMatched: true}));
	const others = left.filter(({file}) => file !== null).map(known => ({known, newTitle: null, isMatched: false}));
	return {
		title: details.title,
		year: details.year,
		added: added.length,
		removed: removed.length,
		matchedFiles: matched.length,
		leftFiles: others.length,
		files: [...others, ...matched].slice(0, maxRematched).map(({known: {seasonNumber, episodeNumber, title}, newTitle, isMatched}) => ({
			seasonNumber,
			episodeNumber,
			title,
			newTitle,
			isMatched,
		})),
	};
};
