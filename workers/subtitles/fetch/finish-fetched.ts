import {createHash} from 'node:crypto';
import type {FileSubtitles, Subtitle} from '#shared/domain/media/subtitle.ts';
import {wishKey} from '#shared/domain/media/subtitle.ts';
import {Conflict, Invalid} from '#shared/errors.ts';
import type {FetchedSubtitle, SubtitleBefore} from '#shared/store/subtitles/fetched-subtitles.ts';
import {contentHash} from '../../integrations/subtitles/content-hash.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {lookAtSubtitles} from '../look-at-subtitles.ts';
import {placeSubtitle} from '../place-subtitle.ts';
import type {PutSubtitle, SubtitledTitle} from '../subtitled-title.ts';
import {removeBeside} from './remove-beside.ts';
import {besideOfKind} from './same-kind.ts';
import {tellHistory} from './tell-history.ts';

interface Ctx {
	deps: WorkerDeps;
	signal: AbortSignal;
}

export interface Finished {
	path: string;
	/** Null when the title has another file by now. */
	subtitles: FileSubtitles | null;
}

/**
 * Puts a fetched subtitle beside its video and records it. Each step may be repeated: one that was placed before its
 * worker died is recognised, as no such file was there before.
 */
export async function finishFetched(
	title: SubtitledTitle,
	{fetched, seen}: {fetched: FetchedSubtitle; seen: FileSubtitles},
	ctx: Ctx,
): Promise<Finished> {
	const {deps, signal} = ctx;
	const path = (await findPlaced(fetched, seen.list)) ?? (await place(title, {fetched, seen}, ctx));
	const withPlaced = {...title, placed: [{...toPut(fetched, path), hash: await contentHash(path)}]};
	const looked = await lookAtSubtitles(withPlaced, deps, signal);
	const {provider, score, reason} = fetched;
	const told = {path, language: wishKey(fetched), provider, score, reason};
	await tellHistory(title, {event: 'subtitleDownloaded', ...told}, {onceKey: `subtitleDownloaded:${fetched.id}`, deps});
	const isChanged = await removeReplaced(title, {fetched, path, seen}, ctx);
	const subtitles = isChanged ? await lookAtSubtitles(withPlaced, deps, signal) : looked;
	await deps.fetchedSubtitles.remove(fetched.id);
	return {path, subtitles};
}

function toPut(fetched: FetchedSubtitle, path: string): PutSubtitle {
	const {language, forced, hearingImpaired, source, score, providerId, provider, providerSubtitleId, isChosen, fetchedAt} = fetched;
	const kind = {language, forced, hearingImpaired};
	return {...kind, path, source, score, providerId, provider, providerSubtitleId, downloadedAt: fetchedAt, isChosen};
}

async function findPlaced(fetched: FetchedSubtitle, list: readonly Subtitle[]): Promise<string | null> {
	if (fetched.before === null) {
		return null;
	}
	const before = new Set(fetched.before.map(({path, hash}) => `${hash} ${path}`));
	const written = createHash('sha256').update(fetched.text).digest('hex');
	const ofKind = new Set(besideOfKind(list, fetched).map(({path}) => path));
	for (const {path, hash} of await hashesOf(list)) {
		// A synchronised one has another content than we fetched, and a name may be read as another language.
		if (!before.has(`${hash} ${path}`) && (hash === written || ofKind.has(path))) {
			return path;
		}
	}
	return null;
}

/** The files beside the video, and what is in them; files that are too large are left out. */
async function hashesOf(list: readonly Subtitle[]): Promise<SubtitleBefore[]> {
	const hashes: SubtitleBefore[] = [];
	for (const {path} of list) {
		const hash = path === null ? null : await contentHash(path);
		if (path !== null && hash !== null) {
			hashes.push({path, hash});
		}
	}
	return hashes;
}

async function place(
	title: SubtitledTitle,
	{fetched, seen}: {fetched: FetchedSubtitle; seen: FileSubtitles},
	{deps, signal}: Ctx,
): Promise<string> {
	const {id, text, format, replaces, language, forced, hearingImpaired} = fetched;
	await deps.fetchedSubtitles.setBefore(id, await hashesOf(seen.list));
	try {
		const kind = {language, forced, hearingImpaired};
		return await placeSubtitle({video: title.file.path, kind, content: {text, format}, replaces}, deps, signal);
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
	{fetched, path, seen}: {fetched: FetchedSubtitle; path: string; seen: FileSubtitles},
	{deps, signal}: Ctx,
): Promise<boolean> {
	let isChanged = false;
	for (const old of fetched.replaces) {
		const isGone = old === path || (await removeBeside({path: old, video: title.file.path, bin: null, signal}, deps));
		isChanged ||= old !== path && isGone;
		const known = seen.list.find(each => each.path === old);
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
