import {createHash} from 'node:crypto';
import {type Subtitle, type SubtitleKind, subtitleKindKey} from '#shared/domain/media/subtitle.ts';
import {Conflict, Forbidden, NotFound, Unavailable} from '#shared/errors.ts';
import type {AddSubtitle, addSubtitle} from '#shared/jobs/subtitles.ts';
import type {FetchedSubtitle} from '#shared/store/subtitles/fetched-subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {type DownloadDeps, downloadOne, storeDownloaded, storeFetched} from './download-subtitle.ts';
import {type FinishDeps, finishFetched, finishLeft, isStillOurs} from './finish-fetched.ts';
import {oneFileAtATime, whileFileStays} from './one-file-at-a-time.ts';
import {refreshSubtitles} from './refresh-subtitles.ts';
import {retimedSubtitle} from './retimed-subtitle.ts';
import {type SubtitledTitle, titleWithFile} from './subtitled-title.ts';
import {toSubtitleText} from './to-subtitle-text.ts';

type Deps = FinishDeps & DownloadDeps & Pick<WorkerDeps, 'leases' | 'subtitleCache'>;

/** Milliseconds that a person waits for another worker. */
const patienceMs = 25_000;

interface AddContext {
	deps: Deps;
	signal: AbortSignal;
}

/**
 * Puts what a person has chosen beside the file. It takes the place of one of ours of the same kind, never of a file
 * that somebody else put there.
 */
export const handleAddSubtitle: Handler<typeof addSubtitle, keyof Deps> = async (asked, deps, run) => {
	const {owner} = asked;
	const title = await titleWithFile(owner, deps);
	const options = {fileId: title.file.id, patienceMs, signal: run.signal};
	const id = await oneFileAtATime(options, deps, signal => add(asked, {deps, signal}));
	if (id === null) {
		throw new Unavailable('subtitles_busy', 'Another worker is busy with the subtitles of this file. Try again in a minute.');
	}
	return {id};
};

async function add({owner, from, ...asked}: AddSubtitle, context: AddContext): Promise<string> {
	const mayNotReplace = asked.mayNotReplace ?? false;
	const {deps, signal} = context;
	const {title, subtitles} = await whileFileStays(await titleWithFile(owner, deps), context, async still => ({
		title: still,
		...(await finishLeft(still, {deps, signal})),
	}));
	if (!subtitles) {
		throw fileReplaced();
	}
	const beside = {owner, title, list: subtitles.list, mayNotReplace};
	const fetched = await fetchFrom(from, beside, context);
	if ('presentId' in fetched) {
		return fetched.presentId;
	}
	const {path, subtitles: after} = await whileFileStays(title, context, still =>
		finishFetched(still, {fetched, seen: subtitles}, {deps, signal}),
	);
	if (!after) {
		throw fileReplaced();
	}
	const added = after.list.find(each => each.path === path);
	if (!added) {
		throw new Unavailable('subtitle_vanished', 'The subtitle was written, but is no longer there. Check the folder of the video.');
	}
	return added.id;
}

/** What was asked for, or our id of it if it lies there already. */
async function fetchFrom(from: AddSubtitle['from'], beside: Asked, context: AddContext): Promise<FetchedSubtitle | {presentId: string}> {
	if (from.kind === 'upload') {
		return takeUpload(from.key, beside, context);
	}
	if (from.kind === 'retimed') {
		return takeRetimed(from, beside, context);
	}
	const presentId = await choosePresent(beside.title, {...from, list: beside.list}, context);
	return presentId === null ? take(from, beside, context) : {presentId};
}

function fileReplaced(): Conflict {
	return new Conflict('file_replaced', 'It has another file by now. Search again.');
}

/**
 * Our id of a chosen subtitle that lies beside the file already, which costs no download: somebody else has just chosen
 * it, or the worker of the same request died. Null when it does not, or was changed.
 */
async function choosePresent(
	title: SubtitledTitle,
	{providerId, subtitleId, list}: {providerId: string; subtitleId: string; list: readonly Subtitle[]},
	{deps, signal}: AddContext,
): Promise<string | null> {
	const present = list.find(each => each.providerId === providerId && each.providerSubtitleId === subtitleId);
	if (!present?.hash || present.path === null || !(await isStillOurs(present))) {
		return null;
	}
	if (present.isChosen !== true) {
		const {id: _id, format: _format, ...known} = present;
		const placed = [{...known, path: present.path, isChosen: true}];
		await whileFileStays(title, {deps, signal}, still => refreshSubtitles({...still, placed}, deps, signal));
	}
	return present.id;
}

interface Beside {
	title: SubtitledTitle;
	list: readonly Subtitle[];
	mayNotReplace: boolean;
}

type Asked = Beside & Pick<AddSubtitle, 'owner'>;

/**
 * Paths of our subtitles of this kind beside the video, which give way to a new one. Throws Forbidden `right_required`
 * where they may not.
 */
async function whatGivesWay({list, mayNotReplace}: Beside, kind: SubtitleKind): Promise<string[]> {
	const paths = await oursOfKind(list, kind);
	if (mayNotReplace && paths.length > 0) {
		const message = 'It would replace a subtitle that is there, and you may not delete files here.';
		throw new Forbidden('right_required', `${message} An administrator can allow it in the list of users.`);
	}
	return paths;
}

async function oursOfKind(list: readonly Subtitle[], kind: SubtitleKind): Promise<string[]> {
	const paths: string[] = [];
	for (const each of list) {
		const {path, language} = each;
		const isOfKind = language !== null && subtitleKindKey({...each, language}) === subtitleKindKey(kind);
		if (path !== null && isOfKind && (await isStillOurs(each))) {
			paths.push(path);
		}
	}
	return paths;
}

async function take(
	{providerId, subtitleId}: {providerId: string; subtitleId: string},
	{owner, ...beside}: Asked,
	context: AddContext,
): Promise<FetchedSubtitle> {
	const found = await context.deps.subtitleCache.find(owner, {providerId, id: subtitleId});
	if (!found) {
		throw new NotFound('subtitle_expired', 'This subtitle is not among those found in the last hour. Search again and choose one of them.');
	}
	// Asked first: a refusal must not cost a download.
	const replaces = await whatGivesWay(beside, found);
	const content = await downloadOne(beside.title, found, context);
	return storeDownloaded(beside.title, {found, content, reason: 'person', isChosen: true, replaces}, context.deps);
}

async function takeUpload(key: string, beside: Beside, {deps}: AddContext): Promise<FetchedSubtitle> {
	const {title} = beside;
	const upload = await deps.subtitleCache.uploads.get(key);
	if (!upload) {
		throw new NotFound('upload_expired', 'The uploaded subtitle is no longer there. Send it again.');
	}
	const {language, forced, hearingImpaired, name, content} = upload;
	const {episode, releaseName} = title.criteria;
	const frameRate = title.file.mediaInfo?.frameRate ?? null;
	const sent = {bytes: Buffer.from(content, 'base64'), name};
	const text = await toSubtitleText(sent, {episode, releaseName, language}, {format: deps.settings.get('subtitles.format'), frameRate});
	const kind = {language, forced, hearingImpaired};
	const replaces = await whatGivesWay(beside, kind);
	const from = {source: 'uploaded', providerId: null, provider: null, providerSubtitleId: null, score: null} as const;
	return storeFetched(title, {...kind, ...text, ...from, reason: 'person', isChosen: true, replaces}, deps);
}

async function takeRetimed(
	from: AddSubtitle['from'] & {kind: 'retimed'},
	{title, list}: Asked,
	{deps, signal}: AddContext,
): Promise<FetchedSubtitle | {presentId: string}> {
	// Asked first: listening to a film again takes minutes.
	const changed = from.hash === null ? undefined : list.find(({id, hash}) => id === from.subtitleId && hash !== from.hash);
	if (changed) {
		return {presentId: changed.id};
	}
	const {found, kind, content, replaces} = await retimedSubtitle(from, {title, list}, {deps, signal});
	const written = createHash('sha256').update(content.text).digest('hex');
	const before = list.find(({hash}) => hash === written);
	if (before) {
		return {presentId: before.id};
	}
	const {providerId = null, provider, providerSubtitleId = null, score} = found;
	const source = found.source === 'downloaded' ? 'downloaded' : 'uploaded';
	const origin = {source, providerId, provider, providerSubtitleId, score} as const;
	return storeFetched(title, {...kind, ...content, ...origin, reason: 'person', isChosen: true, isTimed: true, replaces}, deps);
}
