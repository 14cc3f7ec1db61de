import {askDisks} from '#api/http/asks/ask-workers.ts';
import {idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {accepted, changed, created, ok, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {changeWithJob, startPromised, toPromise} from '#shared/coordination/outbox.ts';
import {libraryOfFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {Library} from '#shared/domain/media/library.ts';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {countVideos} from '#shared/jobs/disks.ts';
import {clearLibrary} from '#shared/jobs/import.ts';
import {rejudgeSubtitles} from '#shared/jobs/subtitles.ts';
import {leaveLibrary} from '#shared/tasks/leave-library.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import {matchFile} from './match-file.ts';
import {deletedLibrary, libraryDetail, listedLibrary, matchedFile, newLibrary, startedBackfill, unmatchedFile} from './replies.ts';
import {
	addLibraryBody,
	deleteLibraryQuery,
	type EditLibraryBody,
	editLibraryBody,
	fileParams,
	matchFileBody,
	unmatchedQuery,
} from './schema.ts';

export function librariesRoutes(deps: RouteDeps): Route[] {
	const {libraries, movies, series, rootFolders, qualityProfiles, languageProfiles, scannedFiles, taskHistory, now, waits} = deps;
	const findFaults = async ({body}: CheckedBody<NewParts>) => [
		...(await partFaults(body, deps)),
		...(body.type ? await slugFaults(body.appSlug, {id: null, type: body.type}, deps) : []),
	];
	const findEditFaults = async ({body, params}: CheckedBody<EditLibraryBody>) => {
		const {rootFolderId: _, ...parts} = body;
		const library = await libraries.find(params['id'] ?? '');
		return [
			...(library ? fixedFaults(body, library) : []),
			...(await partFaults(parts, deps)),
			...(library ? await slugFaults(body.appSlug, library, deps) : []),
		];
	};
	const deletion = {action: 'libraries.deleted', nameOf: async ({id = ''}) => (await libraries.find(id))?.name ?? null};
	return [
		route('GET /api/libraries', {access: 'auth'}, async () => {
			const [all, ofMovies, ofSeries] = await Promise.all([libraries.list(), movies.countByLibrary(), series.countByLibrary()]);
			const countOf = ({id, type}: Library) => (type === 'tv' ? ofSeries : ofMovies).get(id) ?? 0;
			return ok({libraries: all.map(library => listedLibrary.present({...library, itemCount: countOf(library)}))});
		}),
		route(
			'POST /api/libraries',
			{access: 'auth', right: 'editTitles', audit: 'libraries.created', body: addLibraryBody, findFaults},
			async ({body}) => {
				const qualityProfileId = body.qualityProfileId ?? (await qualityProfiles.getDefault()).id;
				const languageProfileId = body.languageProfileId ?? (await languageProfiles.getDefault()).id;
				const library = await libraries.add({...body, qualityProfileId, languageProfileId}, now());
				return created(newLibrary.present({...library, itemCount: await takeTitles(library, deps)}));
			},
		),
		route('GET /api/libraries/:id', {access: 'auth', params: idParams}, async ({params}) => {
			const library = await libraries.get(params.id);
			const [itemCount, rootFolder, qualityProfile, languageProfile] = await Promise.all([
				(library.type === 'tv' ? series : movies).countInLibrary(library.id),
				rootFolders.find(library.rootFolderId),
				qualityProfiles.find(library.qualityProfileId),
				languageProfiles.find(library.languageProfileId),
			]);
			return ok(libraryDetail.present({...library, itemCount, rootFolder, qualityProfile, languageProfile}));
		}),
		route(
			'PUT /api/libraries/:id',
			{
				access: 'auth',
				right: 'editTitles',
				audit: 'libraries.changed',
				params: idParams,
				body: editLibraryBody,
				findFaults: findEditFaults,
			},
			async ({params, body: {type: _type, rootFolderId: _root, ...change}}) => {
				const {id, languageProfileId} = await libraries.get(params.id);
				const updatedAt = now();
				const store = () => libraries.change(id, change, updatedAt);
				const isSame = (change.languageProfileId ?? languageProfileId) === languageProfileId;
				await (isSame ? store() : changeWithJob(store, {job: rejudgeSubtitles, payload: {libraryId: id, search: true}}, deps));
				return ok(changed.present({id, updatedAt}));
			},
		),
		route(
			'DELETE /api/libraries/:id',
			{
				access: 'auth',
				right: 'deleteTitles',
				optionRights: {removeFiles: 'deleteFiles'},
				audit: deletion,
				params: idParams,
				query: deleteLibraryQuery,
			},
			async ({params, query}) => {
				const library = await libraries.get(params.id);
				const orphanedItems = await deleteLibrary(library, query, deps);
				return ok(deletedLibrary.present({id: library.id, orphanedItems}));
			},
		),
		route('POST /api/libraries/:id/backfill', {access: 'auth', right: 'runTasks', limit: 'runs', params: idParams}, async ({params}) => {
			const library = await libraries.get(params.id);
			const taskId = backfillTaskId(library.id);
			const running = new Conflict(
				'backfill_running',
				`A backfill of ${library.name} is already running. Wait for it, or cancel its task ${taskId}.`,
			);
			if ((await taskHistory.active(taskId)).length > 0) {
				throw running;
			}
			const root = await rootFolders.get(library.rootFolderId);
			await libraries.setBackfill(library.id, 'running');
			const {isNew} = await startTask({taskId, options: {}, force: false}, deps);
			if (!isNew) {
				throw running;
			}
			// The backfill runs, or will once its worker does, so a missing estimate is not a failure.
			const {count} = await askDisks(deps, countVideos, {root: root.path, limitMs: waits.disks.countMs}).catch(() => ({count: 0}));
			return accepted(startedBackfill.present({taskId, estimatedItems: count}));
		}),
		route('GET /api/libraries/:id/unmatched', {access: 'auth', params: idParams, query: unmatchedQuery}, async ({params, query}) => {
			const {id} = await libraries.get(params.id);
			const {files, total} = await scannedFiles.unmatched({libraryId: id, ...query});
			return ok({files: files.map(unmatchedFile.present), pagination: presentPagination(query, total)});
		}),
		route(
			'POST /api/libraries/:id/unmatched/:fileId/match',
			{access: 'auth', right: 'editTitles', params: fileParams, body: matchFileBody},
			async ({params, body}) => {
				const library = await libraries.get(params.id);
				const file = await scannedFiles.getUnmatched(library.id, params.fileId);
				const {id, title} = await matchFile({library, file, metaId: body.metaId}, deps);
				return ok(matchedFile.present({id: file.id, titleId: id, message: `${file.path} is ${title} now.`}));
			},
		),
	];
}

/**
 * Titles that lie in the folder of a new library, and are in none, belong to it from now on, unless another library has
 * the same folder. Returns their number.
 */
async function takeTitles(library: Library, deps: RouteDeps): Promise<number> {
	const {libraries, movies, series, rootFolders} = deps;
	const [all, roots] = await Promise.all([libraries.list(), rootFolders.list()]);
	const isAlone = all.filter(({type, rootFolderId}) => type === library.type && rootFolderId === library.rootFolderId).length === 1;
	if (!(isAlone && library.enabled)) {
		return 0;
	}
	const known = {kind: library.type, libraries: all, rootFolders: roots};
	const isPlace = (path: string) => libraryOfFolder(path, known)?.id === library.id;
	const join = () => (library.type === 'tv' ? series : movies).joinLibrary({libraryId: library.id, isPlace});
	return changeWithJob(join, {job: rejudgeSubtitles, payload: {libraryId: library.id}}, deps);
}

type DeleteDeps = Pick<
	RouteDeps,
	'events' | 'jobs' | 'libraries' | 'movies' | 'now' | 'outbox' | 'scannedFiles' | 'series' | 'taskHistory'
>;

/**
 * Deletes the library but keeps its titles, and stops its backfill. Returns the number of titles that no longer have a
 * library. The library and the promise to clear it change in one step; a worker finishes what a crash interrupts here.
 */
async function deleteLibrary({id}: Library, {removeFiles}: {removeFiles: boolean}, deps: DeleteDeps): Promise<number> {
	const {libraries, movies, series, outbox} = deps;
	const orphanedItems = (await movies.countInLibrary(id)) + (await series.countInLibrary(id));
	const clearing = toPromise(clearLibrary, {libraryId: id, removeFiles});
	await libraries.remove(id, session => outbox.put(clearing, session));
	await leaveLibrary(id, deps);
	if (!removeFiles) {
		await movies.detach(id);
		await series.detach(id);
	}
	await startPromised(clearLibrary, clearing, deps);
	return orphanedItems;
}

export interface NamedParts {
	rootFolderId?: string;
	qualityProfileId?: string;
	languageProfileId?: string;
}

/** Reports each field that refers to a record that does not exist. */
type NewParts = NamedParts & Partial<Pick<Library, 'type' | 'appSlug'>>;

/** Programs tell the libraries of one type by it. */
async function slugFaults(
	appSlug: string | null | undefined,
	{id, type}: {id: string | null; type: Library['type']},
	{libraries}: Pick<RouteDeps, 'libraries'>,
): Promise<Fault[]> {
	const known = appSlug ? await libraries.withAppSlug(type) : [];
	const holder = known.find(each => each.appSlug === appSlug && each.id !== id);
	return holder ? [{path: 'appSlug', message: `appSlug must differ from that of ${holder.name}`}] : [];
}

async function partFaults(
	{rootFolderId, qualityProfileId, languageProfileId}: NamedParts,
	deps: Pick<RouteDeps, 'languageProfiles' | 'qualityProfiles' | 'rootFolders'>,
): Promise<Fault[]> {
	const faults: Fault[] = [];
	const missing = (path: string, list: string) => faults.push({path, message: `${path} must be the id of a record in ${list}`});
	if (rootFolderId !== undefined && !(await deps.rootFolders.find(rootFolderId))) {
		missing('rootFolderId', '/api/root-folders');
	}
	if (qualityProfileId !== undefined && !(await deps.qualityProfiles.find(qualityProfileId))) {
		missing('qualityProfileId', '/api/quality-profiles');
	}
	if (languageProfileId !== undefined && !(await deps.languageProfiles.find(languageProfileId))) {
		missing('languageProfileId', '/api/language-profiles');
	}
	return faults;
}

/**
 * `type` and `rootFolderId` cannot be changed, because they decide where titles are stored. Sending the same value is
 * allowed.
 */
function fixedFaults(body: EditLibraryBody, library: Library): Fault[] {
	const differing = (['type', 'rootFolderId'] as const).filter(name => body[name] !== undefined && body[name] !== library[name]);
	return differing.map(path => ({path, message: `${path} cannot be changed; make another library`}));
}
