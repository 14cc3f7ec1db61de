import {invalid} from '#api/http/input.ts';
import {accepted, ok, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type Fault, Unavailable} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import {type ListImportCandidates, listImportCandidates} from '#shared/jobs/import.ts';
import {importFolders, locateAmong, whyOutside} from './import-folders.ts';
import {candidatesPage, startedImports} from './replies.ts';
import {type CandidatesQuery, candidatesQuery, manualImportBody} from './schema.ts';
import {startImports} from './start-imports.ts';

/** How long the caller waits while files are read, in milliseconds. */
const readLimitMs = 60_000;

export function manualImportRoutes(deps: RouteDeps): Route[] {
	const {jobs} = deps;
	return [
		route('GET /api/manual-import', {access: 'admin', query: candidatesQuery, findQueryFaults}, async ({query}) => {
			const {page, limit} = query;
			const from = await sourceOf(query);
			if ('message' in from) {
				throw invalid([from]);
			}
			const asked = {from, page, limit};
			const {total, ...found} = await jobs.ask(listImportCandidates, asked, {timeoutMs: readLimitMs}).catch(toBusy);
			return ok({...candidatesPage.present(found), pagination: presentPagination(query, total)});
		}),
		route('POST /api/manual-import', {access: 'admin', body: manualImportBody}, async ({body}) =>
			accepted(startedImports.present({imports: await startImports(body, deps)})),
		),
	];

	async function findQueryFaults(query: Partial<CandidatesQuery>, wrong: ReadonlySet<string>): Promise<Fault[]> {
		const source = wrong.has('path') || wrong.has('queueId') ? null : await sourceOf(query);
		return source !== null && 'message' in source ? [source] : [];
	}

	/** The files that are asked for, or why there can be none. */
	async function sourceOf({path, queueId}: Partial<CandidatesQuery>): Promise<ListImportCandidates['from'] | Fault> {
		if (queueId !== undefined && path === undefined) {
			const isThere = (await deps.downloads.find(queueId)) !== null;
			return isThere ? {queueItemId: queueId} : {path: 'queueId', message: 'queueId must be the id of an item of /api/queue'};
		}
		if (path === undefined || queueId !== undefined) {
			return {path: 'path', message: 'path or queueId is required, and only one of them'};
		}
		const folders = await importFolders(deps);
		return locateAmong(path, folders) ?? {path: 'path', message: `path ${whyOutside(path, folders)}`};
	}
}

function toBusy(error: unknown): never {
	const message = 'No worker of the import pool answered in time: it is busy with imports, or none runs. Try again later.';
	throw isNoAnswer(error) ? new Unavailable('no_import_worker', message, {cause: error}) : error;
}
