import {isDeepStrictEqual} from 'node:util';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {MoveNote, MoveRow} from '#shared/domain/moves/move.ts';
import {pauseId} from '#shared/domain/pauses.ts';
import type {QualityName} from '#shared/domain/quality/qualities.ts';
import type {SizeLimit} from '#shared/domain/quality/size-limits.ts';
import {isExpected} from '#shared/errors.ts';
import type {undoMove} from '#shared/jobs/moves.ts';
import {isSettingKey} from '#shared/settings/definitions.ts';
import type {RowTrace} from '#shared/store/libraries/moves.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Handler} from '../../runtime/handler.ts';
import {idsIn} from './write-activity.ts';
import {resetDefaultDelay} from './write-rules.ts';

type Deps = Pick<
	WorkerDeps,
	| 'autoTags'
	| 'blocklist'
	| 'customFormats'
	| 'delayProfiles'
	| 'downloadClients'
	| 'episodes'
	| 'history'
	| 'importExclusions'
	| 'importLists'
	| 'indexers'
	| 'languageProfiles'
	| 'libraries'
	| 'movies'
	| 'moves'
	| 'notifications'
	| 'now'
	| 'pauses'
	| 'proxies'
	| 'qualityDefinitions'
	| 'qualityProfiles'
	| 'releaseProfiles'
	| 'remotePathMappings'
	| 'rootFolders'
	| 'scannedFiles'
	| 'series'
	| 'settings'
	| 'subtitleBlocklist'
	| 'subtitleProviders'
	| 'tags'
	| 'tagUses'
	| 'titleCollections'
>;

/**
 * Takes back what a move has written, the last first. What somebody has changed or uses since stays and is noted; files
 * only leave the records. It may be killed at any point.
 */
export const handleUndoMove: Handler<typeof undoMove, keyof Deps> = async ({moveId}, deps, {signal}) => {
	const {moves, now} = deps;
	const move = await moves.find(moveId);
	if (move?.state !== 'undoing') {
		return;
	}
	const until = move.endedAt ?? move.updatedAt;
	try {
		await deps.pauses.remove(pauseId('move', null));
		const inUse: Written[] = [];
		for await (const row of moves.rows.written(moveId)) {
			signal.throwIfAborted();
			const stays = await takeBack(row, until, deps);
			await (stays === used ? inUse.push(row) : moves.rows.takeBack(row, stays));
		}
		// What used them may be gone by now.
		for (const row of inUse) {
			await moves.rows.takeBack(row, await takeBack(row, until, deps));
		}
	} catch (error) {
		if (isExpected(error) && !signal.aborted) {
			await moves.move(moveId, ['undoing'], {message: `${error.message} The undo goes on by itself once that has passed.`}, now());
		}
		throw error;
	}
	await moves.move(moveId, ['undoing'], {state: 'undone', message: null}, now());
};

type Written = MoveRow & RowTrace;

const changed: MoveNote = {code: 'changed_here', detail: 'It was changed here after the move, so it stays.'};
const used: MoveNote = {code: 'changed_here', detail: 'It is in use here, so it stays.'};

/** A note if it stays. */
async function takeBack(row: Written, until: Date, deps: Deps): Promise<MoveNote | null> {
	const {kind, ourId, made} = row;
	if (kind === 'history' || kind === 'subtitle') {
		await deps.history.removeMoved(row.moveId);
		return null;
	}
	if (kind === 'blocklist') {
		const ids = idsIn(row.wrote);
		const list = ourId === 'subtitleBlocklist' || row.sourceId.startsWith('table_') ? deps.subtitleBlocklist : deps.blocklist;
		await (ids.length > 0 ? list.removeMany(ids) : null);
		return null;
	}
	if (kind === 'movie' || kind === 'series') {
		return ourId === null ? null : takeBackTitle(kind, ourId, {moveId: row.moveId, until}, deps);
	}
	if (row.wrote !== undefined && ourId !== null) {
		return restore(row, deps);
	}
	// Killed between the note and the record, a run has made none.
	return made && ourId !== null ? removeRecord(row.kind, ourId, until, deps) : null;
}

/** Settings and limits get what they had before the move, if they still have what it wrote. */
async function restore({kind, sourceId, before, wrote}: Written, deps: Deps): Promise<MoveNote | null> {
	const {settings, qualityDefinitions} = deps;
	if (kind === 'setting' && isSettingKey(sourceId)) {
		const isOurs = isDeepStrictEqual(settings.get(sourceId), wrote);
		// The move changes only what had its default.
		await (isOurs ? settings.reset(sourceId) : null);
		return isOurs ? null : changed;
	}
	if (kind === 'qualityDefinition') {
		const {minimum, preferred, maximum, createdAt} = await qualityDefinitions.get(sourceId);
		const isOurs = isDeepStrictEqual({minimum, preferred, maximum}, wrote);
		// Its moment shows that nobody has changed it.
		await (isOurs ? qualityDefinitions.change(sourceId as QualityName, before as SizeLimit, createdAt) : null);
		return isOurs ? null : changed;
	}
	return kind === 'delayProfile' && !(await resetDefaultDelay(before, wrote, deps)) ? changed : null;
}

/** A title that the move has added goes, unless a file has come since. */
async function takeBackTitle(
	kind: 'movie' | 'series',
	id: string,
	{moveId, until}: {moveId: string; until: Date},
	deps: Deps,
): Promise<MoveNote | null> {
	const title = kind === 'movie' ? await deps.movies.find(id) : await deps.series.find(id);
	if (!title) {
		return null;
	}
	if (title.addedBy?.kind !== 'move' || title.addedBy.id !== moveId) {
		return {code: 'already_here', detail: 'It was here before the move, so it stays.'};
	}
	const files = 'file' in title ? [title.file] : (await deps.episodes.ofSeries(id)).map(({file}) => file);
	const present = files.filter(file => file !== null);
	if (present.some(({dateAdded}) => dateAdded > until)) {
		return {code: 'changed_here', detail: 'A file has come since the move, so it stays.'};
	}
	await deps.scannedFiles.remove(present.map(file => file.id));
	await (kind === 'movie' ? deps.movies.remove(id, null, deps.now()) : deps.series.remove(id, null, deps.now()));
	return null;
}

/** Stores whose records are removed unless they were changed since. */
type PlainStores = Pick<
	Deps,
	| 'autoTags'
	| 'delayProfiles'
	| 'downloadClients'
	| 'importExclusions'
	| 'importLists'
	| 'indexers'
	| 'notifications'
	| 'proxies'
	| 'releaseProfiles'
	| 'remotePathMappings'
	| 'subtitleProviders'
>;
const plain: Partial<Record<MoveRow['kind'], keyof PlainStores>> = {
	autoTag: 'autoTags',
	delayProfile: 'delayProfiles',
	downloadClient: 'downloadClients',
	exclusion: 'importExclusions',
	importList: 'importLists',
	indexer: 'indexers',
	notification: 'notifications',
	proxy: 'proxies',
	releaseProfile: 'releaseProfiles',
	remotePathMapping: 'remotePathMappings',
	subtitleProvider: 'subtitleProviders',
};

async function removeRecord(kind: MoveRow['kind'], id: string, until: Date, deps: Deps): Promise<MoveNote | null> {
	const name = plain[kind];
	if (name !== undefined) {
		const store = deps[name];
		const found = await store.get(id).catch(() => null);
		if (found === null || found.updatedAt > until) {
			return found && changed;
		}
		await store.remove(id);
		return null;
	}
	switch (kind) {
		case 'customFormat': {
			const format = await deps.customFormats.find(id);
			if (format === null || format.updatedAt > until) {
				return format && changed;
			}
			await deps.customFormats.remove(id);
			await deps.qualityProfiles.forgetFormat(id);
			return null;
		}
		case 'qualityProfile':
			return removeProfile(id, until, deps);
		case 'languageProfile': {
			const profile = await deps.languageProfiles.find(id);
			const isUsed = (await deps.libraries.list()).some(({languageProfileId}) => languageProfileId === id);
			if (profile === null || isUsed || profile.updatedAt > until) {
				return profile && (isUsed ? used : changed);
			}
			return (await deps.languageProfiles.removeUnlessLast(id)) ? null : used;
		}
		case 'collection': {
			// It stays known with its films, and is no longer monitored.
			const found = await deps.titleCollections.find(id);
			const isOurs = found?.monitored && found.updatedAt <= until;
			await (isOurs
				? deps.titleCollections.change(
						id,
						{monitored: false, libraryId: null, rootFolderPath: null, qualityProfileId: null, tags: []},
						deps.now(),
					)
				: null);
			return found?.monitored && !isOurs ? changed : null;
		}
		case 'tag':
			return removeTag(id, deps);
		case 'library':
			return removeLibrary(id, deps);
		case 'rootFolder':
			return removeRoot(id, deps);
		default:
			return null;
	}
}

async function removeProfile(
	id: string,
	until: Date,
	{importLists, libraries, movies, qualityProfiles, series}: Deps,
): Promise<MoveNote | null> {
	const profile = await qualityProfiles.find(id);
	const titles = (await movies.usesOfProfile(id)).total + (await series.usesOfProfile(id)).total;
	const isOfRecord = ({qualityProfileId}: {qualityProfileId: string | null}) => qualityProfileId === id;
	const isUsed = titles > 0 || (await libraries.list()).some(isOfRecord) || (await importLists.list()).some(isOfRecord);
	if (profile === null || isUsed || profile.updatedAt > until) {
		return profile && (isUsed ? used : changed);
	}
	return (await qualityProfiles.removeUnlessLast(id)) ? null : used;
}

async function removeTag(id: string, {movies, series, tags, tagUses}: Deps): Promise<MoveNote | null> {
	const tag = await tags.find(id);
	if (tag === null) {
		return null;
	}
	const titles = [await movies.countTags([tag.label]), await series.countTags([tag.label])];
	const isUsed = titles.some(counts => (counts.get(tag.label) ?? 0) > 0) || (await tagUses.all()).has(tag.label);
	await (isUsed ? null : tags.remove(tag));
	return isUsed ? used : null;
}

async function removeLibrary(id: string, deps: Deps): Promise<MoveNote | null> {
	const {importLists, libraries, pauses, scannedFiles} = deps;
	const library = await libraries.find(id);
	if (library === null) {
		return null;
	}
	const titles = (await deps.movies.countInLibrary(id)) + (await deps.series.countInLibrary(id));
	const isUsed = titles > 0 || (await importLists.list()).some(({libraryId}) => libraryId === id);
	if (isUsed) {
		return used;
	}
	await libraries.remove(id, async () => {});
	await scannedFiles.removeLibrary(id);
	await pauses.remove(pauseId('library', id));
	return null;
}

async function removeRoot(id: string, {importLists, libraries, movies, rootFolders, series}: Deps): Promise<MoveNote | null> {
	const root = await rootFolders.find(id);
	if (root === null) {
		return null;
	}
	const titles = (await movies.usesOfFolder(root.path)).total + (await series.usesOfFolder(root.path)).total;
	const isOfRoot = ({rootFolderPath}: {rootFolderPath: string}) => isWithinFolder(rootFolderPath, root.path);
	const isUsed = titles > 0 || (await libraries.inRootFolder(id)).length > 0 || (await importLists.list()).some(isOfRoot);
	await (isUsed ? null : rootFolders.remove(id));
	return isUsed ? used : null;
}
