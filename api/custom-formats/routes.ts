import {idParams} from '#api/http/fields.ts';
import {refuseUsed} from '#api/http/references.ts';
import type {SoundBody} from '#api/http/input.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import type {Fault} from '#shared/errors.ts';
import {promiseAfter} from '#shared/jobs/promise-job.ts';
import {everyFile, rescoreFiles} from '#shared/jobs/refresh/rescore-files.ts';
import {importFormats} from './import-formats.ts';
import {patternFaults} from './pattern-faults.ts';
import {customFormat, imported} from './replies.ts';
import {addFormatBody, editFormatBody, importBody} from './schema.ts';

/** The published formats of all kinds together have about 25,000 fields and list items. */
const bodyLimit = {nodes: 60_000};

export function customFormatsRoutes(deps: RouteDeps): Route[] {
	const {customFormats, qualityProfiles, now} = deps;
	return [
		route('GET /api/custom-formats', {access: 'auth'}, async () =>
			ok({customFormats: (await customFormats.list()).map(customFormat.present)}),
		),
		route('POST /api/custom-formats/import', {access: 'admin', body: importBody, bodyLimit}, async ({body}) => {
			return ok(imported.present(await importFormats(body, deps)));
		}),
		route('GET /api/custom-formats/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(customFormat.present(await customFormats.get(params.id))),
		),
		route('POST /api/custom-formats', {access: 'admin', body: addFormatBody, findFaults}, async ({body}) => {
			return created(customFormat.present(await customFormats.add(body, now())));
		}),
		route('PUT /api/custom-formats/:id', {access: 'admin', params: idParams, body: editFormatBody, findFaults}, async ({params, body}) => {
			const {id} = await customFormats.get(params.id);
			const change = () => customFormats.change(id, body, now());
			const changed = await promiseAfter(change, {job: rescoreFiles, payload: everyFile}, deps);
			return ok(customFormat.present(changed));
		}),
		route('DELETE /api/custom-formats/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, name} = await customFormats.get(params.id);
			refuseUsed(name, await qualityProfiles.namesScoring(id), 'Set its score to 0 there first.');
			await customFormats.remove(id);
			await qualityProfiles.forgetFormat(id);
			return noContent;
		}),
	];
}

async function findFaults({body: {conditions = []}}: SoundBody<NewCustomFormat>): Promise<Fault[]> {
	return patternFaults({conditions});
}
