import {type FileSubtitles, type Subtitle, subtitleKindKey} from '#shared/domain/media/subtitle.ts';
import {Conflict, Invalid} from '#shared/errors.ts';
import type {FetchedSubtitle, SubtitleBefore} from '#shared/store/subtitles/fetched-subtitles.ts';
import {contentHash} from '../integrations/files/content-hash.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {noteInHistory} from './note-in-history.ts';
import {type PlaceDeps, placeSubtitle, sweepUnfinished} from './place-subtitle.ts';
import {hasSameFile, type RefreshDeps, refreshSubtitles} from './refresh-subtitles.ts';
import {removeBeside} from './remove-beside.ts';
import type {PutSubtitle, SubtitledTitle} from './subtitled-title.ts';

export type FinishDeps = RefreshDeps & PlaceDeps & Pick<WorkerDeps, 'fetchedSubtitles' | 'history'>;

interface FinishContext {
	deps: FinishDeps;
	signal: AbortSignal;
}

export interface Left {
	/** Null when the title has another file by now. */
	subtitles: FileSubtitles | null;
	/** What was put beside the file. */
	finished: FetchedSubtitle[];
}

/**
 * Reads which subtitles a file has, after finishing what workers that died, or a disk that was away, have left. Needs
 * no provider, and no download.
 */
export async function finishLeft(title: SubtitledTitle, {deps, signal}: FinishContext): Promise<Left> {
	let subtitles = await refreshSubtitles(title, deps, signal);
	const finished: FetchedSubtitle[] = [];
	for (const fetched of await deps.fetchedSubtitles.ofFile(title.file.id)) {
		if (subtitles === null) {
			break;
		}
		// A worker that died between naming a subtitle and recording it has left both names.
		await sweepUnfinished(title.file.path, deps);
		if (await isNeedless(fetched, subtitles)) {
			await deps.fetchedSubtitles.remove(fetched.id);
			continue;
		}
		const {path, subtitles: after} = await finishFetched(title, {fetched, seen: subtitles}, {deps, signal});
		subtitles = after;
		finished.push(...(path === null ? [] : [fetched]));
	}
	return {subtitles, finished};
}

/**
 * It is no longer missing, because another one was put there before ours, and the subtitle that it should replace is
 * gone or now belongs to a person.
 */
async function isNeedless(fetched: FetchedSubtitle, {missing, list}: FileSubtitles): Promise<boolean> {
	if (fetched.reason === 'person' || missing.includes(subtitleKindKey(fetched))) {
		return false;
	}
	return (await findPlaced(fetched, list)) === null && (await stillReplaceable(fetched, list)).length === 0;
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
export async function finishFetched(title: SubtitledTitle, {fetched, seen}: Fetched, context: FinishContext): Promise<Finished> {
	const {deps, signal} = context;
	const placed = await findPlaced(fetched, seen.list);
	// The video may have been replaced, under the same name, while the subtitle was on its way.
	if (placed === null && !(await hasSameFile(title, deps))) {
		return forget(fetched, deps);
	}
	const path = placed ?? (await place(title, {fetched, seen}, context));
	const hash = await contentHash(path);
	const withPlaced = {...title, placed: [{...toPut(fetched, path), hash}]};
	const present = await refreshSubtitles(withPlaced, deps, signal);
	if (!present) {
		await removeBeside({path, video: title.file.path, bin: null, signal}, deps);
		return forget(fetched, deps);
	}
	const {provider, score, reason} = fetched;
	const entry = {path, language: subtitleKindKey(fetched), provider, score, reason};
	await noteInHistory(title, {event: 'subtitleDownloaded', ...entry}, {onceKey: `subtitleDownloaded:${fetched.id}`, deps});
	const isChanged = await removeReplaced(title, {fetched, path, seen}, context);
	const subtitles = isChanged ? await refreshSubtitles(withPlaced, deps, signal) : present;
	await deps.fetchedSubtitles.remove(fetched.id);
	return {path, subtitles: subtitles ?? present};
}

async function forget({id}: FetchedSubtitle, {fetchedSubtitles}: Pick<FinishDeps, 'fetchedSubtitles'>): Promise<Finished> {
	await fetchedSubtitles.remove(id);
	return {path: null, subtitles: null};
}

function toPut(fetched: FetchedSubtitle, path: string): PutSubtitle {
	const {language, forced, hearingImpaired, source, score, providerId, provider, providerSubtitleId, isChosen, fetchedAt} = fetched;
	const kind = {language, forced, hearingImpaired};
	return {...kind, path, source, score, providerId, provider, providerSubtitleId, downloadedAt: fetchedAt, isChosen};
}

async function place(title: SubtitledTitle, {fetched, seen}: Fetched, {deps, signal}: FinishContext): Promise<string> {
	const {id, text, format, isTimed, language, forced, hearingImpaired} = fetched;
	const replaces = await stillReplaceable(fetched, seen.list);
	const before = await hashesOf(seen.list);
	const content = {text, format};
	const noteText = (written: string) => deps.fetchedSubtitles.setBefore(id, {before, written});
	try {
		const kind = {language, forced, hearingImpaired};
		return await placeSubtitle({video: title.file.path, kind, content, isTimed, replaces, noteText}, deps, signal);
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
	{deps, signal}: FinishContext,
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
		const entry = {
			path: old,
			language: subtitleKindKey(fetched),
			provider: known?.provider ?? null,
			score: known?.score ?? null,
			reason: 'replaced',
		};
		await noteInHistory(title, {event: 'subtitleRemoved', ...entry}, {onceKey: `subtitleReplaced:${fetched.id}:${old}`, deps});
	}
	return isChanged;
}

/** The path of a subtitle that was placed before its worker died; null when it was not. */
async function findPlaced(
	{before, written}: Pick<FetchedSubtitle, 'before' | 'written'>,
	list: readonly Subtitle[],
): Promise<string | null> {
	if (before === null || written === null) {
		return null;
	}
	const all = await hashesOf(list);
	// Anything with another content was put there by somebody else in the meantime.
	const isNew = ({path, hash}: SubtitleBefore) => !before.some(old => old.path === path && old.hash === hash);
	return all.find(each => each.hash === written && isNew(each))?.path ?? null;
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

/** The files that a subtitle may still replace: they have not been changed since that was decided. */
async function stillReplaceable({replaces}: Pick<FetchedSubtitle, 'replaces'>, list: readonly Subtitle[]): Promise<string[]> {
	const ours: string[] = [];
	for (const each of list) {
		if (each.path !== null && replaces.includes(each.path) && (await isStillOurs(each))) {
			ours.push(each.path);
		}
	}
	return ours;
}

/** Whether we put it there and nobody has changed it since, so that another one may take its place. */
export async function isStillOurs({source, path, hash}: Pick<Subtitle, 'source' | 'path' | 'hash'>): Promise<boolean> {
	const isPutByUs = (source === 'downloaded' || source === 'uploaded') && path !== null;
	return isPutByUs && (!hash || [hash, null].includes(await contentHash(path)));
}
