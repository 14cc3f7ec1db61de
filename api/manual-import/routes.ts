import {askCandidates} from '#api/http/ask-candidates.ts';
import {importFolders, locateAmong, whyOutside} from '#api/http/import-folders.ts';
import {invalid} from '#api/http/input.ts';
import {accepted, ok, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {Fault} from '#shared/errors.ts';
import type {ListImportCandidates} from '#shared/jobs/import.ts';
import {candidatesPage, startedImports} from './replies.ts';
import {type CandidatesQuery, candidatesQuery, manualImportBody} from './schema.ts';
import {startImports} from './start-imports.ts';

export function manualImportRoutes(deps: RouteDeps): Route[] {
	return [
		route('GET /api/manual-import', {access: 'admin', query: candidatesQuery, findQueryFaults}, async ({query}) => {
			const {page, limit} = query;
			const from = await sourceOf(query);
			if ('message' in from) {
				throw invalid([from]);
			}
			const asked = {from, page, limit};
			const {total, ...found} = await askCandidates(asked, deps);
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
