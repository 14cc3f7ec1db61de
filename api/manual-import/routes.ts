import {invalid} from '#api/http/input/read-input.ts';
import {presentPagination} from '#api/http/replies/page.ts';
import {accepted, ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Unavailable} from '#shared/errors.ts';
import {type ListImportCandidates, listImportCandidates} from '#shared/jobs/import/list-import-candidates.ts';
import {isNoAnswer} from '#shared/jobs/wait-for-answer.ts';
import {importFolders, placeAmong} from './import-folders.ts';
import {candidatesPage, startedImports} from './replies.ts';
import {type CandidatesQuery, candidatesQuery, manualImportBody} from './schema.ts';
import {startImports} from './start-imports.ts';

/** How long the caller waits while files are read, in milliseconds. */
const readLimitMs = 60_000;
const outside =
	'must be a folder, or lie in one, of /api/root-folders, of a download client, or of a remote path mapping, and must not contain ..';

export function manualImportRoutes(deps: RouteDeps): Route[] {
	const {jobs} = deps;
	return [
		route('GET /api/manual-import', {access: 'admin', query: candidatesQuery}, async ({query}) => {
			const {page, limit} = query;
			const asked = {from: await placeOf(query), page, limit};
			const {total, ...found} = await jobs.ask(listImportCandidates, asked, {timeoutMs: readLimitMs}).catch(toBusy);
			return ok({...candidatesPage.present(found), pagination: presentPagination(query, total)});
		}),
		route('POST /api/manual-import', {access: 'admin', body: manualImportBody}, async ({body}) =>
			accepted(startedImports.present({imports: await startImports(body, outside, deps)})),
		),
	];

	async function placeOf({path, queueId}: CandidatesQuery): Promise<ListImportCandidates['from']> {
		if (queueId !== undefined && path === undefined) {
			if (!(await deps.downloads.find(queueId))) {
				throw invalid([{path: 'queueId', message: 'queueId must be the id of an item of /api/queue'}]);
			}
			return {queueItemId: queueId};
		}
		if (path === undefined || queueId !== undefined) {
			throw invalid([{path: 'path', message: 'path or queueId is required, and only one of them'}]);
		}
		const place = placeAmong(path, await importFolders(deps));
		if (place === null) {
			throw invalid([{path: 'path', message: `path ${outside}`}]);
		}
		return place;
	}
}

function toBusy(error: unknown): never {
	const message = 'No worker of the import pool answered in time: it is busy with imports, or none runs. Try again later.';
	throw isNoAnswer(error) ? new Unavailable('no_import_worker', message, {cause: error}) : error;
}
