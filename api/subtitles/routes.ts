import {type Caller, hasRight} from '#api/http/access/callers.ts';
import {idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {accepted, added, created, noContent, ok, queuedSearch, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {Subtitle, SubtitleOwner} from '#shared/domain/media/subtitle.ts';
import {Conflict, type Fault, Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import {type Job, personPriority} from '#shared/jobs/job.ts';
import {type AddSubtitle, addSubtitle, fetchSubtitles, readSubtitles, removeSubtitle, searchSubtitles} from '#shared/jobs/subtitles.ts';
import {search, titleSubtitles} from './replies.ts';
import {type AddBody, addBody, deleteQuery, searchQuery, shiftBody, subtitleParams} from './schema.ts';

const access = 'auth';

/** A subtitle of 5 MiB in base64 has 7 MiB. */
const bodyLimit = {bytes: 8 * 1024 * 1024, nodes: 100};

export function subtitlesRoutes(deps: RouteDeps): Route[] {
	return titleKinds.flatMap(kind => [...readRoutes(kind, deps), ...writeRoutes(kind, deps), ...timeRoutes(kind, deps)]);
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
		route(
			`POST ${kind.base}`,
			{access, params: idParams, body: addBody, bodyLimit, findFaults: addFaults},
			async ({params, body, caller}) => {
				const title = await getWithFile(kind, params.id, deps);
				const id = await add({body, caller}, title, deps);
				return created(added.present({id, message: `The subtitle lies beside the file of ${title.name} now.`}));
			},
		),
		route(`POST ${kind.base}/fetch`, {access, params: idParams}, async ({params}) => {
			const {owner, name} = await getWithFile(kind, params.id, deps);
			const searchId = await promiseJob(fetchSubtitles, {owner, reason: 'person'}, {...deps, priority: personPriority});
			return accepted(queuedSearch.present({searchId, message: `The search for subtitles of ${name} is queued.`}));
		}),
		route(
			`DELETE ${kind.base}/:subtitleId`,
			{access, right: 'deleteFiles', audit: 'subtitles.deleted', params: subtitleParams, query: deleteQuery},
			async ({params, query}) => {
				const title = await kind.get(params.id, deps);
				const subtitle = findBeside(title, params.subtitleId);
				const payload = {owner: title.owner, subtitleId: subtitle.id, blocklist: query.blocklist};
				await askSubtitles(deps, removeSubtitle, {payload, timeoutMs: changeMs});
				return noContent;
			},
		),
	];
}

/** Both write over a file that is there. */
function timeRoutes(kind: TitleKind, deps: RouteDeps): Route[] {
	const given = {access, right: 'deleteFiles', audit: 'subtitles.retimed', params: subtitleParams} as const;
	return [
		route(`POST ${kind.base}/:subtitleId/shift`, {...given, body: shiftBody}, async ({params, body}) => {
			const title = await getWithFile(kind, params.id, deps);
			const {id: subtitleId, hash = null} = findBeside(title, params.subtitleId);
			const payload: AddSubtitle = {owner: title.owner, from: {kind: 'retimed', subtitleId, hash, offsetMs: body.offsetMs}};
			const {id} = await askSubtitles(deps, addSubtitle, {payload, timeoutMs: changeMs});
			return ok(added.present({id, message: 'The subtitle has its new times.'}));
		}),
		// Listening to a whole film takes minutes.
		route(`POST ${kind.base}/:subtitleId/synchronise`, given, async ({params}) => {
			const title = await getWithFile(kind, params.id, deps);
			const {id: subtitleId, hash = null} = findBeside(title, params.subtitleId);
			if (deps.settings.get('subtitles.synchronise') === 'off') {
				const advice = 'Choose the program that does it in Settings, Subtitles, or shift it by an offset.';
				throw new Conflict('synchroniser_off', `No program fits subtitles to the sound. ${advice}`);
			}
			const payload: AddSubtitle = {owner: title.owner, from: {kind: 'retimed', subtitleId, hash, offsetMs: null}};
			const searchId = await promiseJob(addSubtitle, payload, {...deps, priority: personPriority});
			return accepted(queuedSearch.present({searchId, message: `The subtitle is being fitted to the sound of ${title.name}.`}));
		}),
	];
}

function findBeside({file}: Title, subtitleId: string): Subtitle {
	const subtitle = file?.subtitles?.list.find(({id}) => id === subtitleId);
	if (!subtitle) {
		throw new NotFound('subtitle_not_found', `The title has no subtitle with the id ${subtitleId}.`);
	}
	if (subtitle.source === 'embedded') {
		throw new Conflict(
			'subtitle_embedded',
			'This subtitle is a track of the video itself. Only files beside the video can be changed or deleted.',
		);
	}
	return subtitle;
}

const ofSearch = ['providerId', 'subtitleId'] as const;
const ofUpload = ['language', 'name', 'content'] as const;
const onlyOfUpload = [...ofUpload, 'forced', 'hearingImpaired'] as const;

/** A body names a found subtitle or contains an uploaded one. Reports fields that are missing or contradict that. */
async function addFaults({body, wrong}: CheckedBody<AddBody>): Promise<Fault[]> {
	const isThere = (field: keyof AddBody) => body[field] !== undefined || wrong.has(field);
	const isSearch = ofSearch.some(isThere);
	if (!isSearch && !onlyOfUpload.some(isThere)) {
		const message = 'providerId and subtitleId of a found subtitle are required, or language, name and content of an upload';
		return [{path: 'providerId', message}];
	}
	const needed = isSearch ? ofSearch : ofUpload;
	const missing = needed.filter(field => !isThere(field)).map(path => ({path, message: `${path} is required`}));
	const surplus = isSearch ? onlyOfUpload.filter(isThere) : [];
	return [...missing, ...surplus.map(path => ({path, message: `${path} is only for an upload, and contradicts providerId`}))];
}

type AddDeps = Pick<RouteDeps, 'jobs' | 'subtitleCache'>;

interface Asked {
	body: AddBody;
	caller: Caller | null;
}

/** Downloads the found subtitle that a checked body names, or takes the one that it contains. Returns our id of it. */
async function add({body, caller}: Asked, title: Title, deps: AddDeps): Promise<string> {
	const {providerId, subtitleId} = body;
	const put: Put = async from => {
		const mayReplace = caller !== null && hasRight(caller, 'deleteFiles');
		const payload: AddSubtitle = {owner: title.owner, from, ...(!mayReplace && {mayNotReplace: true})};
		return (await askSubtitles(deps, addSubtitle, {payload, timeoutMs: changeMs})).id;
	};
	return providerId !== undefined && subtitleId !== undefined
		? addFound({providerId, subtitleId}, title, {deps, put})
		: addUpload(body, {deps, put});
}

type Put = (from: AddSubtitle['from']) => Promise<string>;

async function addFound(
	choice: {providerId: string; subtitleId: string},
	{owner}: Title,
	{deps, put}: {deps: AddDeps; put: Put},
): Promise<string> {
	if (!(await deps.subtitleCache.find(owner, {providerId: choice.providerId, id: choice.subtitleId}))) {
		const advice = 'Search for subtitles of this title again, then choose one of them.';
		throw new NotFound('subtitle_expired', `The subtitle is not one of the last search, or that was more than an hour ago. ${advice}`);
	}
	return put({kind: 'found', ...choice});
}

async function addUpload(body: AddBody, {deps, put}: {deps: AddDeps; put: Put}): Promise<string> {
	const {language = '', forced = false, hearingImpaired = false, name = '', content = ''} = body;
	const key = await deps.subtitleCache.uploads.leave({language, forced, hearingImpaired, name, content});
	try {
		return await put({kind: 'upload', key});
	} catch (error) {
		const isUnreadable = error instanceof Invalid && error.faults.length === 0;
		throw isUnreadable ? new Invalid(error.code, error.message, [{path: 'content', message: error.message}], {cause: error}) : error;
	} finally {
		await deps.subtitleCache.uploads.drop(key).catch(() => {});
	}
}

/** Milliseconds: a provider may be slow, and may need a new login first. */
const answerMs = 40_000;
/** Milliseconds for a change, which may have to wait until another worker is done with the same file. */
const changeMs = 55_000;

const noAnswer =
	'The subtitles pool did not answer in time: no worker runs it, or a provider or a disk is slow. /api/system/status shows which pools are running; WORKER_POOLS=subtitles starts one. Work that has started continues.';

/** Asks the subtitles pool. Throws Unavailable `no_subtitles_worker` if nobody answers. */
async function askSubtitles<Payload, Result>(
	{jobs}: Pick<RouteDeps, 'jobs'>,
	job: Job<Payload, Result>,
	{payload, timeoutMs = answerMs}: {payload: NoInfer<Payload>; timeoutMs?: number},
): Promise<NoInfer<Result>> {
	try {
		return await jobs.ask(job, payload, {timeoutMs});
	} catch (error) {
		throw isNoAnswer(error) ? new Unavailable('no_subtitles_worker', noAnswer, {cause: error}) : error;
	}
}

/** A movie or episode, and the file that its subtitles belong to. */
export interface Title {
	owner: SubtitleOwner;
	/** For people. */
	name: string;
	file: MediaFile | null;
}

export type TitleKind = (typeof titleKinds)[number];

/** Both have the same endpoints below their own path. `get` throws NotFound. */
const titleKinds = [
	{
		base: '/api/library/movies/:id/subtitles',
		async get(id: string, {movies}: Pick<RouteDeps, 'movies'>): Promise<Title> {
			const movie = await movies.get(id);
			return {owner: {type: 'movie', id: movie.id}, name: movie.title, file: movie.file};
		},
	},
	{
		base: '/api/library/episodes/:id/subtitles',
		async get(id: string, {episodes}: Pick<RouteDeps, 'episodes'>): Promise<Title> {
			const episode = await episodes.get(id);
			const name = `season ${episode.seasonNumber}, episode ${episode.episodeNumber}`;
			return {owner: {type: 'episode', id: episode.id}, name, file: episode.file};
		},
	},
] as const;

/** Throws Conflict `no_file` for a title without a file, which no subtitle can fit or lie beside. */
async function getWithFile(kind: TitleKind, id: string, deps: Pick<RouteDeps, 'episodes' | 'movies'>): Promise<Title & {file: MediaFile}> {
	const {file, ...title} = await kind.get(id, deps);
	if (!file) {
		throw new Conflict('no_file', 'This title has no video file yet that subtitles could belong to. Try again once it has one.');
	}
	return {...title, file};
}
