import type {SoundBody} from '#api/http/input/sound-body.ts';
import type {RouteDeps} from '#api/services.ts';
import {type Fault, Invalid, NotFound} from '#shared/errors.ts';
import {addSubtitle} from '#shared/jobs/subtitles.ts';
import {askSubtitles, changeMs} from './ask-subtitles.ts';
import type {AddBody} from './schema.ts';
import type {Title} from './titles.ts';

const ofSearch = ['providerId', 'subtitleId'] as const;
const ofUpload = ['language', 'name', 'content'] as const;
const onlyOfUpload = [...ofUpload, 'forced', 'hearingImpaired'] as const;

/** A body names a found subtitle or contains an uploaded one. Reports fields that are missing or contradict that. */
export async function addFaults({body, wrong}: SoundBody<AddBody>): Promise<Fault[]> {
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

/** Downloads the found subtitle that a checked body names, or takes the one that it contains. Returns our id of it. */
export async function add(body: AddBody, title: Title, deps: RouteDeps): Promise<string> {
	const {providerId, subtitleId} = body;
	return providerId !== undefined && subtitleId !== undefined
		? addFound({providerId, subtitleId}, title, deps)
		: addUpload(body, title, deps);
}

async function addFound(wish: {providerId: string; subtitleId: string}, {owner}: Title, deps: RouteDeps): Promise<string> {
	if (!(await deps.subtitleCache.find(owner, {providerId: wish.providerId, id: wish.subtitleId}))) {
		const advice = 'Search for subtitles of this title again, then choose one of them.';
		throw new NotFound('subtitle_expired', `The subtitle is not one of the last search, or that was more than an hour ago. ${advice}`);
	}
	const {id} = await askSubtitles(deps, addSubtitle, {payload: {owner, from: {kind: 'found', ...wish}}, timeoutMs: changeMs});
	return id;
}

async function addUpload(body: AddBody, {owner}: Title, deps: RouteDeps): Promise<string> {
	const {language = '', forced = false, hearingImpaired = false, name = '', content = ''} = body;
	const key = await deps.subtitleCache.uploads.leave({language, forced, hearingImpaired, name, content});
	try {
		const {id} = await askSubtitles(deps, addSubtitle, {payload: {owner, from: {kind: 'upload', key}}, timeoutMs: changeMs});
		return id;
	} catch (error) {
		const isUnreadable = error instanceof Invalid && error.faults.length === 0;
		throw isUnreadable ? new Invalid(error.code, error.message, [{path: 'content', message: error.message}], {cause: error}) : error;
	} finally {
		await deps.subtitleCache.uploads.drop(key).catch(() => {});
	}
}
