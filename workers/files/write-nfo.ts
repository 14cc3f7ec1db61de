import {createHash} from 'node:crypto';
import {basename, dirname} from 'node:path';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {filesOfMovie, filesOfSeries, isWanted, type PlayerFileRules, type WantedPlayerFile} from '#shared/domain/player-files.ts';
import {Conflict, isExpected, NotFound, Unavailable} from '#shared/errors.ts';
import {type WriteNfo, writeNfo} from '#shared/jobs/files.ts';
import type {PlayerFile} from '#shared/store/titles/player-files.ts';
import {contentHash} from '../integrations/files/content-hash.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import {isOurs, playerFileRules} from '../library/player-files.ts';
import {onceStill, whileStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<
	WorkerDeps,
	| 'episodes'
	| 'files'
	| 'jobs'
	| 'leases'
	| 'log'
	| 'metadata'
	| 'movies'
	| 'outbox'
	| 'playerFiles'
	| 'rootFolders'
	| 'series'
	| 'settings'
>;
type Title = NonNullable<WriteNfo['title']>;

interface Round {
	rules: PlayerFileRules;
	deps: Deps;
	signal: AbortSignal;
	/** The provider has failed, so it is left alone for the rest of the round. */
	failure: Error | null;
}

/** Writes only what differs, so a run that died costs little when it is repeated. */
export const handleWriteNfo: Handler<typeof writeNfo, keyof Deps> = async ({title}, deps, {signal}) => {
	// This process may learn of a changed setting later than the queue asks for it.
	await deps.settings.load();
	const rules = playerFileRules(deps);
	if (rules === null) {
		return;
	}
	const round: Round = {rules, deps, signal, failure: null};
	if (title === null) {
		await writeAll(round);
	} else {
		await onceStill(title.id, deps.leases, () => writeTitle(title, round));
	}
	if (round.failure) {
		throw round.failure;
	}
};

const everything = {movieIds: [], seriesIds: [], libraryId: null, rootFolderPath: null, all: true};

/** A title that cannot have its files now, such as for a disk that is away, keeps no other one from them. */
async function writeAll(round: Round): Promise<void> {
	const {deps, signal} = round;
	const write = async (title: Title) => {
		signal.throwIfAborted();
		try {
			const done = await whileStill(title.id, deps.leases, async () => ({done: await writeTitle(title, round)}));
			await (done ?? promiseJob(writeNfo, {title}, deps));
		} catch (error) {
			if (!isExpected(error) || signal.aborted) {
				throw error;
			}
			deps.log.debug({err: error, titleId: title.id}, 'The files for players of a title could not be written');
			round.failure ??= error;
		}
	};
	for await (const movies of deps.movies.ofSelection(everything)) {
		for (const {id} of movies.filter(({file}) => file !== null)) {
			await write({kind: 'movie', id});
		}
	}
	for await (const series of deps.series.ofSelection(everything)) {
		for (const {id} of series.filter(({episodeFileCount}) => episodeFileCount > 0)) {
			await write({kind: 'series', id});
		}
	}
}

async function writeTitle(title: Title, round: Round): Promise<void> {
	const {rules, deps, signal} = round;
	const wanted = await wantedFiles(title, rules, deps);
	if (!wanted) {
		return;
	}
	const known = await deps.playerFiles.ofTitle(title.id);
	const keys = new Set(wanted.files.map(({key}) => key));
	const needless = known.filter(({key}) => isWanted(key, rules) && !keys.has(key));
	if (wanted.files.length === 0 && needless.length === 0) {
		return;
	}
	await ensureDisk(wanted.root, deps);
	const own: Own = {titleId: title.id, root: wanted.root, known};
	for (const file of wanted.files) {
		signal.throwIfAborted();
		await writeFile(file, own, round);
	}
	await dropFiles(needless, own, round);
}

interface Own {
	titleId: string;
	root: string;
	known: readonly PlayerFile[];
}

/** Null for a title that is gone; the removal of its files is another job's. */
async function wantedFiles(
	{kind, id}: Title,
	rules: PlayerFileRules,
	{movies, series, episodes}: Deps,
): Promise<{root: string; files: WantedPlayerFile[]} | null> {
	if (kind === 'movie') {
		const movie = await movies.find(id);
		return movie && {root: movie.rootFolderPath, files: filesOfMovie(movie, rules)};
	}
	const show = await series.find(id);
	return show && {root: show.rootFolderPath, files: filesOfSeries(show, await episodes.ofSeries(id), rules)};
}

/** Where a disk is not mounted lies an empty folder, or another one. */
async function ensureDisk(root: string, {files}: Pick<Deps, 'files'>): Promise<void> {
	if ((await files.folderId(root)) === null) {
		const message = `The root folder ${root} is missing or empty. Mount its disk; files for players are then written.`;
		throw new Unavailable('root_folder_missing', message);
	}
}

async function writeFile(wanted: WantedPlayerFile, {titleId, root, known}: Own, round: Round): Promise<void> {
	const {deps, signal} = round;
	const {key, path, content} = wanted;
	const before = known.find(each => each.key === key) ?? null;
	// Not settled: the writer died before or after it was written.
	const isThere = before?.path === path && before.before === null && (await deps.files.exists(path));
	const url = 'url' in content ? content.url : null;
	if (isThere && url !== null && before.url === url) {
		return;
	}
	const bytes = 'text' in content ? Buffer.from(content.text) : await fetchPicture(content.url, round);
	if (bytes === null || !(await isOwnFolder(path, root, deps))) {
		return;
	}
	const hash = createHash('sha256').update(bytes).digest('hex');
	if (isThere && before.hash === hash) {
		return;
	}
	const present = await deps.files.entry(path);
	const isReplaced = present?.kind === 'file' && (await isOurs(path, known));
	const isSame = present?.kind === 'file' && (await contentHash(path)) === hash;
	if (present !== null && !isReplaced && !isSame) {
		deps.log.debug({path}, 'A file for players is not written: somebody else has put one of that name there');
		return;
	}
	const record = {key, path, hash, url};
	// A video that was renamed has taken its file along.
	if (!isSame) {
		// Before it is written: whoever finds the new file or the old one then knows that it is ours.
		await deps.playerFiles.put(titleId, {...record, before: before?.hash ?? hash});
		const folder = dirname(path);
		const owner = `player-${titleId.slice(0, 8)}`;
		const file = {folder, text: bytes, owner, nameOf: () => basename(path), mayReplace: isReplaced ? [path] : []};
		await deps.files.writeText({...file, keepFree: bytesToKeepFree(deps), signal}).catch(ignoreForeign);
	}
	await deps.playerFiles.put(titleId, {...record, before: null});
	// The video was renamed, and its file did not go along.
	if (before && before.path !== path) {
		await discard(before, known, round);
	}
}

/** Somebody else has put a file there in the meantime. */
function ignoreForeign(error: unknown): void {
	if (!(error instanceof Conflict)) {
		throw error;
	}
}

async function isOwnFolder(path: string, root: string, {files}: Pick<Deps, 'files'>): Promise<boolean> {
	const folder = dirname(path);
	return isWithinFolder(folder, root) && (await files.isFolder(folder)) && (await files.isWhereItSeems(folder, root));
}

/** Null for a picture that the provider does not have, or whose kind players do not expect under its name. */
async function fetchPicture(url: string, round: Round): Promise<Buffer | null> {
	if (round.failure) {
		return null;
	}
	try {
		const bytes = await round.deps.metadata.image(url, round.signal);
		return pictureTypeOf(bytes) === 'image/jpeg' ? bytes : null;
	} catch (error) {
		if (error instanceof NotFound) {
			return null;
		}
		if (!isExpected(error) || round.signal.aborted) {
			throw error;
		}
		round.failure = error;
		return null;
	}
}

async function dropFiles(needless: readonly PlayerFile[], {titleId, known}: Own, round: Round): Promise<void> {
	for (const file of needless) {
		await discard(file, known, round);
	}
	await round.deps.playerFiles.remove(
		titleId,
		needless.map(({key}) => key),
	);
}

/** A file that somebody has changed since stays. */
async function discard({path}: PlayerFile, known: readonly PlayerFile[], {deps, signal}: Round): Promise<void> {
	if (await isOurs(path, known)) {
		await deps.files.discard({path, bin: null, signal});
	}
}
