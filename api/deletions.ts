import Joi from 'joi';
import {askDisks} from '#api/http/asks/ask-workers.ts';
import {idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {accepted, done, ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {type Deletion, deletionStates, undoDaysOf} from '#shared/domain/media/deletion.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {Conflict} from '#shared/errors.ts';
import {type ErasedSize, measureDeletion, previewDeletion} from '#shared/jobs/disks.ts';
import {emptyBins, eraseDeletion, undoDeletion} from '#shared/jobs/import.ts';
import {flag, integer, integerOrNull, oneOf, stamps, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';

interface DeletionsQuery extends PageQuery {
	titleId?: string;
}
const deletionsQuery = Joi.object<DeletionsQuery, true>({
	...pageFields(),
	titleId: Joi.string().max(100).description('Only those of the title with this id.'),
});

/** Why a deletion can neither be undone nor deleted for good any more. */
const whyClosed = ({title, state}: Pick<Deletion, 'title' | 'state'>): Conflict =>
	state === 'erasing'
		? new Conflict('already_erased', `What was deleted of ${title} is being deleted for good.`)
		: new Conflict('already_undone', `The deletion of ${title} is ${state}. Look at the title.`);

interface EraseBody {
	all: true;
}
/** Said in so many words, because the address of everything is that of one deletion without its id. */
const eraseBody = Joi.object<EraseBody, true>({
	all: Joi.boolean().valid(true).required().description('Everything in the recycle bin is meant.'),
}).example({all: true});

/** What deleting a title would mean, and what can be undone. */
export function deletionsRoutes(deps: RouteDeps): Route[] {
	const {deletions, episodes, movies, now, series} = deps;
	const erasing = {action: 'deletions.erased', nameOf: async ({id = ''}) => (await deletions.find(id))?.title ?? null};
	return [
		route('GET /api/library/movies/:id/deletion', {access: 'auth', params: idParams}, async ({params}) => {
			const {file, path} = await movies.get(params.id);
			return ok(await presentPreview({kind: 'movie', id: params.id, path, files: file ? [file] : []}, deps));
		}),
		route('GET /api/library/series/:id/deletion', {access: 'auth', params: idParams}, async ({params}) => {
			const {path} = await series.get(params.id);
			const files = new Map((await episodes.onDisk(params.id)).flatMap(({file}) => (file ? [[file.path, file] as const] : [])));
			return ok(await presentPreview({kind: 'series', id: params.id, path, files: [...files.values()]}, deps));
		}),
		route('GET /api/deletions', {access: 'auth', query: deletionsQuery}, async ({query}) => {
			const {rows, total} = await deletions.page(query);
			return ok({deletions: rows.map(deletionView.present), pagination: presentPagination(query, total)});
		}),
		route('GET /api/deletions/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(deletionView.present(await deletions.get(params.id))),
		),
		route(
			'POST /api/deletions/:id/undo',
			{access: 'auth', right: 'deleteTitles', audit: 'deletions.undone', params: idParams},
			async ({params}) => {
				const {id, title, state} = await deletions.get(params.id);
				// The job of a deletion that is under way may have been lost.
				const begun = await deletions.move(id, ['kept', 'failed', 'undoing'], {state: 'undoing', message: null}, now());
				if (!begun) {
					throw whyClosed({title, state});
				}
				await promiseJob(undoDeletion, {deletionId: id}, deps);
				return accepted(done.present({message: `${title} is brought back.`}));
			},
		),
		route(
			'POST /api/deletions/erase',
			{access: 'auth', right: 'deleteFiles', audit: 'deletions.emptied', limit: 'runs', body: eraseBody},
			async () => {
				await promiseJob(emptyBins, {}, deps);
				return accepted(done.present({message: 'The recycle bin is being emptied.'}));
			},
		),
		route('GET /api/deletions/:id/size', {access: 'auth', params: idParams}, async ({params}) => {
			const {id} = await deletions.get(params.id);
			return ok(erasedSize.present(await askDisks(deps, measureDeletion, {deletionId: id})));
		}),
		route('DELETE /api/deletions/:id', {access: 'auth', right: 'deleteFiles', audit: erasing, params: idParams}, async ({params}) => {
			const {id, title, state, waitsFor} = await deletions.get(params.id);
			if (waitsFor !== null) {
				throw new Conflict('not_recycled', `The files of ${title} are not in the recycle bin yet. ${waitsFor}`);
			}
			const begun = await deletions.move(id, ['kept', 'failed', 'erasing'], {state: 'erasing', message: null}, now());
			if (!begun) {
				throw whyClosed({title, state});
			}
			await promiseJob(eraseDeletion, {deletionId: id}, deps);
			return accepted(done.present({message: `What was deleted of ${title} leaves the recycle bin for good.`}));
		}),
	];
}

interface Asked {
	kind: Deletion['kind'];
	id: string;
	path: string;
	files: readonly Pick<MediaFile, 'path' | 'size'>[];
}

/** Paths that a reply names. */
const maxNamed = 20;

async function presentPreview({kind, id, path, files}: Asked, deps: RouteDeps) {
	const {settings} = deps;
	const none = {companions: 0, bytes: 0};
	// The title can be deleted even if no worker that sees its disk answers.
	const beside = files.length === 0 ? none : await askDisks(deps, previewDeletion, {kind, id}).catch(() => null);
	const binDays = settings.get('media.recycleBinDays');
	return deletionPreview.present({
		path,
		files: files.length,
		bytes: files.reduce((sum, {size}) => sum + size, 0),
		paths: files.slice(0, maxNamed).map(file => file.path),
		companions: beside?.companions ?? null,
		companionBytes: beside?.bytes ?? null,
		recycled: settings.get('media.recycleDeletedFiles'),
		undoDays: undoDaysOf({filesDeleted: true, binDays}),
	});
}

interface DeletionPreview {
	path: string;
	files: number;
	bytes: number;
	paths: string[];
	companions: number | null;
	companionBytes: number | null;
	recycled: boolean;
	undoDays: number;
}

const filesOfTitle = integer.description('Media files of the title.');
const bytesOfTitle = integer.description('Bytes of its media files.');

const deletionPreview = viewOf<DeletionPreview>()(
	{
		path: text.description('The folder of the title.'),
		files: filesOfTitle,
		bytes: bytesOfTitle,
		paths: texts.description('Paths of the first 20 of them.'),
		companions: integerOrNull.description('Files that follow them, such as subtitles; null if the disk did not answer.'),
		companionBytes: integerOrNull.description('Bytes of these; null if the disk did not answer.'),
		recycled: flag.description('Whether deleted files go to a recycle bin. If not, they are deleted permanently.'),
		undoDays: integer.description('Days for which the deletion can be undone.'),
	},
	'DeletionPreview',
);

const deletionView = viewOf<Deletion>()(
	{
		id: text,
		movieId: from(textOrNull, ({kind, titleId}: Deletion) => (kind === 'movie' ? titleId : null)),
		seriesId: from(textOrNull, ({kind, titleId}: Deletion) => (kind === 'series' ? titleId : null)),
		title: text,
		year: integerOrNull,
		path: text.description('The folder that the title had.'),
		titleDeleted: from(
			flag.description('False if only files of it were deleted, and the title stays.'),
			({titleStays}: Deletion) => !titleStays,
		),
		files: filesOfTitle,
		bytes: bytesOfTitle,
		filesDeleted: flag.description('Whether its files were deleted with it.'),
		deletedBy: textOrNull.description('Who deleted it; null if unknown.'),
		state: oneOf(deletionStates).description('`kept` can be undone, `failed` tried again, `erasing` is deleted for good.'),
		message: textOrNull.description('What did not fit any more when it was undone, or why that failed; null until then.'),
		waitsFor: textOrNull.description(
			'Why its files are still on the disk, such as a disk that is away; that is tried again. Null if nothing prevents it.',
		),
		expiresAt: timestamp.description('It cannot be undone after this time.'),
		...stamps,
	},
	'Deletion',
);

const erasedSize = viewOf<ErasedSize>()(
	{
		files: integer.description('Its files that are in the recycle bin.'),
		bytes: integer.description('Bytes of these files.'),
		freedBytes: integer.description('Of these, bytes of files that nothing else needs, such as a torrent that is seeded.'),
	},
	'ErasedSize',
);

const previewed = {200: deletionPreview.schema};

export const deletionsOperations: Operations = {
	'GET /api/library/movies/:id/deletion': {
		id: 'previewMovieDeletion',
		summary: 'Show what deleting a movie with its files would remove',
		replies: previewed,
	},
	'GET /api/library/series/:id/deletion': {
		id: 'previewSeriesDeletion',
		summary: 'Show what deleting a series with its files would remove',
		replies: previewed,
	},
	'GET /api/deletions': {
		id: 'listDeletions',
		summary: 'List deleted titles and files whose deletion can be undone, newest first',
		replies: {200: pageOf('deletions', deletionView)},
	},
	'GET /api/deletions/:id': {
		id: 'getDeletion',
		summary: 'Show the deletion of a title or of files of it',
		replies: {200: deletionView.schema},
	},
	'POST /api/deletions/erase': {
		id: 'emptyRecycleBin',
		summary: 'Delete everything in the recycle bin for good, also files that better ones have replaced',
		replies: {202: done.schema},
	},
	'GET /api/deletions/:id/size': {
		id: 'measureDeletion',
		summary: 'Show how much of a deletion lies in the recycle bin',
		replies: {200: erasedSize.schema},
	},
	'DELETE /api/deletions/:id': {
		id: 'eraseDeletion',
		summary: 'Delete what is in the recycle bin of a deletion for good, so that it cannot be undone',
		replies: {202: done.schema},
		failures: [409],
	},
	'POST /api/deletions/:id/undo': {
		id: 'undoDeletion',
		summary: 'Bring back a deleted title, and its files or single files from the recycle bin',
		replies: {202: done.schema},
		failures: [409],
	},
};
