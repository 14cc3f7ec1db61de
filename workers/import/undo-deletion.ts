import type {Deletion} from '#shared/domain/media/deletion.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {Conflict, isExpected} from '#shared/errors.ts';
import type {undoDeletion} from '#shared/jobs/import.ts';
import type {DeletedDocument} from '#shared/store/libraries/deletions.ts';
import {countPartsOf} from '#shared/tasks/count-missing-parts.ts';
import {dropEpisodeFile, dropMovieFile} from '../library/drop-file.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import {onceStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {enterRoot, putFilesBack} from './put-files-back.ts';
import {type UndoDeps, undoFiles} from './undo-deleted-files.ts';

type Deps = UndoDeps &
	Pick<WorkerDeps, 'history' | 'importExclusions' | 'languageProfiles' | 'leases' | 'libraries' | 'qualityProfiles' | 'titleCollections'>;

/** Characters of what is stored for people. */
const maxMessage = 2000;

/**
 * Restores the files first and then the title, so that a title is never there without its files. Each step may be
 * repeated.
 */
export const handleUndoDeletion: Handler<typeof undoDeletion, keyof Deps> = async ({deletionId}, deps, run) => {
	const deletion = await deps.deletions.find(deletionId);
	if (deletion?.state !== 'undoing') {
		return;
	}
	await onceStill(deletion.titleId, deps.leases, async () => {
		try {
			const message = await (deletion.titleStays ? undoFiles : undo)(deletion, deps, run);
			await deps.deletions.move(deletionId, ['undoing'], {state: 'undone', message: message.slice(0, maxMessage)}, deps.now());
		} catch (error) {
			if (!isExpected(error) || run.signal.aborted) {
				throw error;
			}
			await deps.deletions.move(deletionId, ['undoing'], {state: 'failed', message: error.message.slice(0, maxMessage)}, deps.now());
		}
	});
};

async function undo(deletion: Deletion, deps: Deps, run: Run): Promise<string> {
	const {id, kind, titleId, title} = deletion;
	const kept = await deps.deletions.documentsKept(id);
	const own = kept.find(({where}) => where !== 'episodes');
	if (!own) {
		throw new Conflict('deletion_expired', `What was kept of ${title} is no longer there. Add it again.`);
	}
	const roots = await refuseWhatDoesNotFit(deletion, deps);
	const {back, notes} = await putFilesBack(deletion, {roots, run}, deps);
	const {document, changes} = await fitting(own.document as KeptTitle, deps);
	const episodes = kept.filter(({where}) => where === 'episodes').map(each => each.document);
	await (kind === 'movie' ? deps.movies.restore({document}, deps.now()) : deps.series.restore({document}, episodes, deps.now()));
	const absent = await dropAbsent(deletion, deps);
	if (deletion.excluded) {
		await deps.importExclusions.drop({type: kind, metaId: deletion.metaId}, [null, document.libraryId ?? null]);
	}
	await (kind === 'movie' ? countPartsOf([{collectionMetaId: document.collectionMetaId ?? null}], deps) : null);
	await promisePlayerFiles({kind, id: titleId}, deps);
	const gone =
		absent === 0 ? [] : [`${absent} of its files could not be brought back: the title is without ${absent === 1 ? 'it' : 'them'}.`];
	return [
		`${title} is back.`,
		...(back > 0 ? [back === 1 ? 'Its file is in its place again.' : `${back} files are in their places again.`] : []),
		...gone,
		...changes,
		...notes,
	].join(' ');
}

/** Throws Conflict or Unavailable. Returns the paths of the root folders. */
async function refuseWhatDoesNotFit(deletion: Deletion, deps: Deps): Promise<string[]> {
	const {kind, titleId, title, path, metaId} = deletion;
	const roots = await enterRoot(deletion, deps);
	const titles = kind === 'movie' ? deps.movies : deps.series;
	const holder = await titles.titleAtFolder(path, {except: titleId});
	if (holder !== null) {
		throw new Conflict('folder_taken', `${path} is the folder of ${holder} by now. Give that one another folder, then undo the deletion.`);
	}
	const copies = await titles.copiesOf([metaId]);
	if (copies.some(copy => copy.id !== titleId && copy.path === path)) {
		throw new Conflict(`${kind}_exists`, `${title} was added again meanwhile. Delete that one first.`);
	}
	return roots;
}

type KeptTitle = DeletedDocument['document'] & {
	libraryId?: string | null;
	qualityProfileId: string;
	languageProfileId?: string | null;
	collectionMetaId?: number | null;
};

/** The title without what has gone since: its library or profiles. */
async function fitting(kept: KeptTitle, deps: Deps): Promise<{document: KeptTitle & {alone?: true}; changes: string[]}> {
	const changes: string[] = [];
	const document: KeptTitle & {alone?: true} = {...kept};
	if (kept.libraryId && !(await deps.libraries.find(kept.libraryId))) {
		Object.assign(document, {libraryId: null, alone: true});
		changes.push('Its library is gone, so it is in none.');
	}
	const profile = await deps.qualityProfiles.getOrDefault(kept.qualityProfileId);
	if (profile.id !== kept.qualityProfileId) {
		document.qualityProfileId = profile.id;
		changes.push(`Its quality profile is gone, so it has ${profile.name}.`);
	}
	if (kept.languageProfileId && !(await deps.languageProfiles.find(kept.languageProfileId))) {
		document.languageProfileId = null;
		changes.push('Its language profile is gone.');
	}
	return {document, changes};
}

/** Removes the records of files that could not be restored. Returns how many. */
async function dropAbsent({kind, titleId}: Deletion, deps: Deps): Promise<number> {
	const isAbsent = async (file: MediaFile | null): Promise<boolean> => file !== null && !(await deps.files.exists(file.path));
	if (kind === 'movie') {
		const movie = await deps.movies.get(titleId);
		const isDropped = movie.file && (await isAbsent(movie.file));
		return Number(isDropped && (await dropMovieFile({...movie, file: movie.file!, reason: 'deleted'}, deps))); // it has one
	}
	let absent = 0;
	const files = new Map((await deps.episodes.onDisk(titleId)).flatMap(({file}) => (file ? [[file.path, file] as const] : [])));
	for (const [path, file] of files) {
		if (await isAbsent(file)) {
			await dropEpisodeFile({seriesId: titleId, path, reason: 'deleted'}, deps);
			absent += 1;
		}
	}
	return absent;
}
