import type {FileSubtitles} from '#shared/domain/media/subtitle.ts';
import {wishKey} from '#shared/domain/media/subtitle.ts';
import {Conflict, Invalid} from '#shared/errors.ts';
import type {FetchedSubtitle} from '#shared/store/subtitles/fetched-subtitles.ts';
import {contentHash} from '../../integrations/subtitles/content-hash.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {hasSameFile, lookAtSubtitles} from '../look-at-subtitles.ts';
import {placeSubtitle} from '../place-subtitle.ts';
import type {PutSubtitle, SubtitledTitle} from '../subtitled-title.ts';
import {findPlaced, hashesOf, stillReplaceable} from './find-placed.ts';
import {removeBeside} from './remove-beside.ts';
import {tellHistory} from './tell-history.ts';

interface Ctx {
	deps: WorkerDeps;
	signal: AbortSignal;
}

/** Both are null when the title has another file by now; then nothing of ours is left beside it. */
export type Finished = {path: string; subtitles: FileSubtitles} | {path: null; subtitles: null};

interface Fetched {
	fetched: FetchedSubtitle;
	/** What lies beside the video. */
	seen: FileSubtitles;
}

/**
 * Puts a fetched subtitle beside its video and records it. Each step may be repeated: one that was placed before its
 * worker died is recognised by its content.
 */
export async function finishFetched(title: SubtitledTitle, {fetched, seen}: Fetched, ctx: Ctx): Promise<Finished> {
	const {deps, signal} = ctx;
	const placed = await findPlaced(fetched, seen.list);
	// The video may have been replaced, under the same name, while the subtitle was on its way.
	if (placed === null && !(await hasSameFile(title, deps))) {
		return forget(fetched, deps);
	}
	const path = placed ?? (await place(title, {fetched, seen}, ctx));
	const hash = await contentHash(path);
	const withPlaced = {...title, placed: [{...toPut(fetched, path), hash}]};
	const looked = await lookAtSubtitles(withPlaced, deps, signal);
	if (!looked) {
		await removeBeside({path, video: title.file.path, bin: null, signal}, deps);
		return forget(fetched, deps);
	}
	const {provider, score, reason} = fetched;
	const told = {path, language: wishKey(fetched), provider, score, reason};
	await tellHistory(title, {event: 'subtitleDownloaded', ...told}, {onceKey: `subtitleDownloaded:${fetched.id}`, deps});
	const isChanged = await removeReplaced(title, {fetched, path, seen}, ctx);
	const subtitles = isChanged ? await lookAtSubtitles(withPlaced, deps, signal) : looked;
	await deps.fetchedSubtitles.remove(fetched.id);
	return {path, subtitles: subtitles ?? looked};
}

async function forget({id}: FetchedSubtitle, {fetchedSubtitles}: WorkerDeps): Promise<Finished> {
	await fetchedSubtitles.remove(id);
	return {path: null, subtitles: null};
}

function toPut(fetched: FetchedSubtitle, path: string): PutSubtitle {
	const {language, forced, hearingImpaired, source, score, providerId, provider, providerSubtitleId, isChosen, fetchedAt} = fetched;
	const kind = {language, forced, hearingImpaired};
	return {...kind, path, source, score, providerId, provider, providerSubtitleId, downloadedAt: fetchedAt, isChosen};
}

async function place(title: SubtitledTitle, {fetched, seen}: Fetched, {deps, signal}: Ctx): Promise<string> {
	const {id, text, format, language, forced, hearingImpaired} = fetched;
	const replaces = await stillReplaceable(fetched, seen.list);
	const before = await hashesOf(seen.list);
	const content = {text, format};
	const noteText = (written: string) => deps.fetchedSubtitles.setBefore(id, {before, written});
	try {
		const kind = {language, forced, hearingImpaired};
		return await placeSubtitle({video: title.file.path, kind, content, replaces, noteText}, deps, signal);
	} catch (error) {
		if (error instanceof Conflict || error instanceof Invalid) {
			await deps.fetchedSubtitles.remove(id);
		} else if (!signal.aborted) {
			// Nothing was placed, so a file that comes later is somebody else's.
			await deps.fetchedSubtitles.setBefore(id, null);
		}
		throw error;
	}
}

/** Removes what the new subtitle takes the place of under another name; returns whether there was something. */
async function removeReplaced(
	title: SubtitledTitle,
	{fetched, path, seen}: Fetched & {path: string},
	{deps, signal}: Ctx,
): Promise<boolean> {
	let isChanged = false;
	const replaceable = await stillReplaceable(fetched, seen.list);
	for (const old of fetched.replaces) {
		const known = seen.list.find(each => each.path === old);
		if (old !== path && known && !replaceable.includes(old)) {
			continue;
		}
		const isGone = old === path || (await removeBeside({path: old, video: title.file.path, bin: null, signal}, deps));
		isChanged ||= old !== path && isGone;
		const told = {
			path: old,
			language: wishKey(fetched),
			provider: known?.provider ?? null,
			score: known?.score ?? null,
			reason: 'replaced',
		};
		await tellHistory(title, {event: 'subtitleRemoved', ...told}, {onceKey: `subtitleReplaced:${fetched.id}:${old}`, deps});
	}
	return isChanged;
}
