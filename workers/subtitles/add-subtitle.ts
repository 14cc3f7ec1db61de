import type {Subtitle, SubtitleKind} from '#shared/domain/media/subtitle.ts';
import {Conflict, NotFound, Unavailable} from '#shared/errors.ts';
import type {AddSubtitle, addSubtitle} from '#shared/jobs/subtitles.ts';
import type {FetchedSubtitle} from '#shared/store/subtitles/fetched-subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {choosePresent} from './fetch/choose-present.ts';
import {downloadOne, keepDownloaded} from './fetch/download-best.ts';
import {finishFetched} from './fetch/finish-fetched.ts';
import {finishLeft} from './fetch/finish-left.ts';
import {keepFetched} from './fetch/keep-fetched.ts';
import {oneFileAtATime} from './fetch/one-file-at-a-time.ts';
import {besideOfKind, isStillOurs} from './fetch/same-kind.ts';
import {type SubtitledTitle, titleWithFile} from './subtitled-title.ts';
import {toSubtitleText} from './to-subtitle-text.ts';

/** Milliseconds that a person waits for another worker. */
const patienceMs = 25_000;

interface Ctx {
	deps: WorkerDeps;
	signal: AbortSignal;
}

/**
 * Puts what a person has chosen beside the file. It takes the place of one of ours of the same kind, never of a file
 * that somebody else put there.
 */
export const handleAddSubtitle: Handler<typeof addSubtitle> = async ({owner, from}, deps, run) => {
	const title = await titleWithFile(owner, deps);
	const options = {fileId: title.file.id, patienceMs, signal: run.signal};
	const id = await oneFileAtATime(options, deps, signal => add({owner, from}, {deps, signal}));
	if (id === null) {
		throw new Unavailable('subtitles_busy', 'Another worker is busy with the subtitles of this file. Try again in a minute.');
	}
	return {id};
};

async function add({owner, from}: AddSubtitle, ctx: Ctx): Promise<string> {
	const {deps, signal} = ctx;
	const title = await titleWithFile(owner, deps);
	const {subtitles} = await finishLeft(title, {deps, signal});
	if (!subtitles) {
		throw fileReplaced();
	}
	const present = from.kind === 'found' ? await choosePresent(title, {...from, list: subtitles.list}, ctx) : null;
	if (present) {
		return present;
	}
	const fetched =
		from.kind === 'upload'
			? await takeUpload(from.key, {title, list: subtitles.list}, ctx)
			: await take(from, {owner, title, list: subtitles.list}, ctx);
	const {path, subtitles: after} = await finishFetched(title, {fetched, seen: subtitles}, {deps, signal});
	if (!after) {
		throw fileReplaced();
	}
	const added = after.list.find(each => each.path === path);
	if (!added) {
		throw new Unavailable('subtitle_vanished', 'The subtitle was written, but is not there any more. Look into the folder of the video.');
	}
	return added.id;
}

function fileReplaced(): Conflict {
	return new Conflict('file_replaced', 'It has another file by now. Search again.');
}

async function oursOfKind(list: readonly Subtitle[], kind: SubtitleKind): Promise<string[]> {
	const paths: string[] = [];
	for (const each of besideOfKind(list, kind)) {
		if (await isStillOurs(each)) {
			paths.push(each.path);
		}
	}
	return paths;
}

async function take(
	{providerId, subtitleId}: {providerId: string; subtitleId: string},
	{owner, title, list}: {owner: AddSubtitle['owner']; title: SubtitledTitle; list: readonly Subtitle[]},
	ctx: Ctx,
): Promise<FetchedSubtitle> {
	const found = await ctx.deps.subtitleShelf.find(owner, {providerId, id: subtitleId});
	if (!found) {
		throw new NotFound('subtitle_expired', 'This subtitle is not among those found in the last hour. Search again and choose one of them.');
	}
	const content = await downloadOne(title, found, ctx);
	const replaces = await oursOfKind(list, found);
	return keepDownloaded(title, {found, content, reason: 'person', isChosen: true, replaces}, ctx.deps);
}

async function takeUpload(
	key: string,
	{title, list}: {title: SubtitledTitle; list: readonly Subtitle[]},
	{deps}: Ctx,
): Promise<FetchedSubtitle> {
	const upload = await deps.subtitleShelf.findUpload(key);
	if (!upload) {
		throw new NotFound('upload_expired', 'The uploaded subtitle is no longer there. Send it again.');
	}
	const {language, forced, hearingImpaired, name, content} = upload;
	const {episode, releaseName} = title.criteria;
	const frameRate = title.file.mediaInfo?.frameRate ?? null;
	const sent = {bytes: Buffer.from(content, 'base64'), name};
	const text = await toSubtitleText(sent, {episode, releaseName, language}, {format: deps.settings.get('subtitles.format'), frameRate});
	const kind = {language, forced, hearingImpaired};
	const replaces = await oursOfKind(list, kind);
	const from = {source: 'uploaded', providerId: null, provider: null, providerSubtitleId: null, score: null} as const;
	return keepFetched(title, {...kind, ...text, ...from, reason: 'person', isChosen: true, replaces}, deps);
}
