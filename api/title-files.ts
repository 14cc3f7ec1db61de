import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import {callerName} from '#api/http/file-moves.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {accepted, queryFlag, queuedTask, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {type Fault, NotFound} from '#shared/errors.ts';
import {deleteChosenFiles, maxPaths} from '#shared/jobs/import.ts';
import {keepDeletedFiles} from '#shared/tasks/keep-deleted.ts';

interface UnmonitorQuery {
	unmonitor: boolean;
}
const unmonitorQuery = Joi.object<UnmonitorQuery, true>({
	unmonitor: queryFlag().default(false).description('Whether what had the file is no longer monitored, so that it is not searched again.'),
});

interface FilesBody {
	fileIds: string[];
}
const filesBody = Joi.object<FilesBody, true>({
	fileIds: Joi.array().items(Joi.string().max(100)).min(1).max(maxPaths).required().description('Ids of files of this series.'),
}).example({fileIds: ['5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10']});

type Wanted = Parameters<typeof keepDeletedFiles>[0] & UnmonitorQuery;

/** Deletes single files of titles that stay, into the recycle bin if there is one. */
export function titleFilesRoutes(deps: RouteDeps): Route[] {
	const {episodes, movies, series} = deps;
	const deletes = {
		access: 'auth',
		right: 'deleteFiles',
		optionRights: {unmonitor: 'editTitles'},
		params: idParams,
		query: unmonitorQuery,
	} as const;
	const ofMovie = {action: 'files.deleted', nameOf: async ({id = ''}) => (await movies.find(id))?.title ?? null};
	const ofSeries = {action: 'files.deleted', nameOf: async ({id = ''}) => (await series.find(id))?.title ?? null};
	const begin = async (wanted: Wanted, what: string) => {
		const {kind, title, files, unmonitor} = wanted;
		const deletionId = await keepDeletedFiles(wanted, deps);
		const payload = {kind, titleId: title.id, fileIds: files.map(({id}) => id), unmonitor, ...(deletionId !== null && {deletionId})};
		const taskId = await promiseJob(deleteChosenFiles, payload, deps);
		return accepted(queuedTask.present({taskId, message: `${what} is deleted.`}));
	};
	const findFaults = (checked: CheckedBody<FilesBody>) => fileFaults(checked, deps);
	return [
		route('DELETE /api/library/movies/:id/file', {...deletes, audit: ofMovie}, async ({params, query, caller}) => {
			const movie = await movies.get(params.id);
			const files = [movie.file ?? noFile()];
			return begin({kind: 'movie', title: movie, files, deletedBy: callerName(caller), ...query}, `The file of ${movie.title}`);
		}),
		route('DELETE /api/library/episodes/:id/file', {...deletes, audit: 'files.deleted'}, async ({params, query, caller}) => {
			const {seriesId, seasonNumber, episodeNumber, file} = await episodes.get(params.id);
			const what = `The file of season ${seasonNumber}, episode ${episodeNumber}`;
			const files = [file ?? noFile()];
			return begin({kind: 'series', title: await series.get(seriesId), files, deletedBy: callerName(caller), ...query}, what);
		}),
		route(
			'POST /api/library/series/:id/delete-files',
			{...deletes, audit: ofSeries, body: filesBody, findFaults},
			async ({params, query, body, caller}) => {
				const title = await series.get(params.id);
				const wanted = new Set(body.fileIds);
				const having = (await episodes.onDisk(title.id)).flatMap(({file}) =>
					file && wanted.has(file.id) ? [[file.id, file] as const] : [],
				);
				const files = [...new Map(having).values()];
				const what = files.length === 1 ? 'A file' : `Each of ${files.length} files`;
				return begin({kind: 'series', title, files, deletedBy: callerName(caller), ...query}, `${what} of ${title.title}`);
			},
		),
	];
}

function noFile(): never {
	throw new NotFound('file_not_found', 'It has no file.');
}

/** Reports each id that is no file of this series; a series that does not exist is 404 later. */
async function fileFaults(
	{body, params, wrong}: CheckedBody<FilesBody>,
	{episodes, series}: Pick<RouteDeps, 'episodes' | 'series'>,
): Promise<Fault[]> {
	if (wrong.has('fileIds') || !(await series.find(params['id'] ?? ''))) {
		return [];
	}
	const own = new Set((await episodes.onDisk(params['id'] ?? '')).map(({file}) => file?.id));
	return (body.fileIds ?? []).flatMap((id, index) =>
		own.has(id) ? [] : {path: `fileIds[${index}]`, message: `fileIds[${index}] must be the id of a file of this series`},
	);
}

const replies = {202: queuedTask.schema};

export const titleFilesOperations: Operations = {
	'DELETE /api/library/movies/:id/file': {
		id: 'deleteMovieFile',
		summary: 'Delete the file of a movie, which stays in the library',
		replies,
	},
	'DELETE /api/library/episodes/:id/file': {
		id: 'deleteEpisodeFile',
		summary: 'Delete the file of an episode, and so that of all episodes in it',
		replies,
	},
	'POST /api/library/series/:id/delete-files': {
		id: 'deleteSeriesFiles',
		summary: 'Delete some files of a series, which stays in the library',
		replies,
	},
};
