import {idParams} from '#api/http/input/id-params.ts';
import {added, queuedSearch} from '#api/http/replies/outcomes.ts';
import {accepted, created, noContent, ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {Subtitle} from '#shared/domain/media/subtitle.ts';
import {Conflict, NotFound, Unavailable} from '#shared/errors.ts';
import {personPriority} from '#shared/jobs/job.ts';
import {promiseJob} from '#shared/jobs/promise-job.ts';
import {fetchSubtitles, readSubtitles, removeSubtitle, searchSubtitles} from '#shared/jobs/subtitles.ts';
import {add, addFaults} from './add.ts';
import {askSubtitles, changeMs} from './ask-subtitles.ts';
import {search, titleSubtitles} from './replies.ts';
import {addBody, deleteQuery, searchQuery, subtitleParams} from './schema.ts';
import {getWithFile, type Title, type TitleKind, titleKinds} from './titles.ts';

const access = 'auth';

/** A subtitle of 5 MiB in base64 has 7 MiB. */
const bodyLimit = {bytes: 8 * 1024 * 1024, nodes: 100};

export function subtitlesRoutes(deps: RouteDeps): Route[] {
	return titleKinds.flatMap(kind => [...readRoutes(kind, deps), ...writeRoutes(kind, deps)]);
}

function readRoutes(kind: TitleKind, deps: RouteDeps): Route[] {
	return [
		route(`GET ${kind.base}`, {access, params: idParams}, async ({params}) => {
			const {owner, file} = await kind.get(params.id, deps);
			const known = file?.subtitles;
			if (file && !known) {
				// Without Redis this reply is as true; the next one asks again.
				await deps.jobs.enqueue(readSubtitles, {owner}, {priority: personPriority}).catch(() => {});
			}
			return ok(titleSubtitles.present(known ?? {list: [], missing: [], readAt: null}));
		}),
		route(
			`GET ${kind.base}/search`,
			{access, limit: 'searches', params: idParams, query: searchQuery},
			async ({params, query: {languages = null}}) => {
				const {owner} = await getWithFile(kind, params.id, deps);
				const {searchId, providerResults, duration} = await askSubtitles(deps, searchSubtitles, {payload: {owner, languages}});
				const results = await deps.subtitleCache.readSearch(searchId);
				if (!results) {
					throw new Unavailable('search_lost', 'Redis lost the results of the search. Search again.');
				}
				return ok(search.present({results, providerResults, searchDuration: duration}));
			},
		),
	];
}

function writeRoutes(kind: TitleKind, deps: RouteDeps): Route[] {
	return [
		route(`POST ${kind.base}`, {access, params: idParams, body: addBody, bodyLimit, findFaults: addFaults}, async ({params, body}) => {
			const title = await getWithFile(kind, params.id, deps);
			const id = await add(body, title, deps);
			return created(added.present({id, message: `The subtitle lies beside the file of ${title.name} now.`}));
		}),
		route(`POST ${kind.base}/fetch`, {access, params: idParams}, async ({params}) => {
			const {owner, name} = await getWithFile(kind, params.id, deps);
			const searchId = await promiseJob(fetchSubtitles, {owner, reason: 'person'}, {...deps, priority: personPriority});
			return accepted(queuedSearch.present({searchId, message: `The search for subtitles of ${name} is queued.`}));
		}),
		route(
			`DELETE ${kind.base}/:subtitleId`,
			{access, audit: 'subtitles.deleted', params: subtitleParams, query: deleteQuery},
			async ({params, query}) => {
				const title = await kind.get(params.id, deps);
				const subtitle = findRemovable(title, params.subtitleId);
				const payload = {owner: title.owner, subtitleId: subtitle.id, blocklist: query.blocklist};
				await askSubtitles(deps, removeSubtitle, {payload, timeoutMs: changeMs});
				return noContent;
			},
		),
	];
}

function findRemovable({file}: Title, subtitleId: string): Subtitle {
	const subtitle = file?.subtitles?.list.find(({id}) => id === subtitleId);
	if (!subtitle) {
		throw new NotFound('subtitle_not_found', `The title has no subtitle with the id ${subtitleId}.`);
	}
	if (subtitle.source === 'embedded') {
		throw new Conflict('subtitle_embedded', 'This subtitle is a track of the video itself. Only files beside the video can be deleted.');
	}
	return subtitle;
}
