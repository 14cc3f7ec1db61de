import {randomUUID} from 'node:crypto';
import {wishKey} from '#shared/domain/media/subtitle.ts';
import type {RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import type {SubtitleGoal} from '#shared/domain/subtitles/subtitle-goals.ts';
import {Invalid, isExpected, TooMany, Unavailable} from '#shared/errors.ts';
import type {FetchedSubtitle} from '#shared/store/subtitles/fetched-subtitles.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {SubtitledTitle} from '../subtitled-title.ts';
import {type SubtitleText, toSubtitleText} from '../to-subtitle-text.ts';

/** Downloads that are tried for one wish: each counts against the quota. */
const mostTries = 3;

/** What happened so far to the downloads for one title. */
export interface Downloads {
	/** Providers that allow no more downloads for now, and what they say. */
	usedUp: Map<string, string>;
	/** Providers that refuse us until somebody corrects their record. */
	unusable: Set<string>;
	failed: string[];
}

interface Ctx {
	deps: WorkerDeps;
	signal: AbortSignal;
}

/** Downloads the best of these that can be used, and stores it. Null when there is none. */
export async function downloadBest(
	title: SubtitledTitle,
	{goal, candidates, reason, downloads}: {goal: SubtitleGoal; candidates: readonly RatedSubtitle[]; reason: string; downloads: Downloads},
	ctx: Ctx,
): Promise<FetchedSubtitle | null> {
	let tries = 0;
	for (const found of candidates) {
		if (tries >= mostTries) {
			break;
		}
		if (downloads.usedUp.has(found.providerId) || downloads.unusable.has(found.providerId)) {
			continue;
		}
		tries += 1;
		const content = await tryDownload(title, found, {downloads, ctx});
		if (content) {
			const replaces = goal.over === null ? [] : [goal.over.path];
			return keepDownloaded(title, {found, content, reason, isChosen: false, replaces}, ctx.deps);
		}
	}
	return null;
}

/** Downloads a subtitle and reads it. Throws Unavailable when the video is away, before a download is spent. */
export async function downloadOne(title: SubtitledTitle, found: RatedSubtitle, {deps, signal}: Ctx): Promise<SubtitleText> {
	signal.throwIfAborted();
	if (!(await deps.files.exists(title.file.path))) {
		throw new Unavailable('video_missing', `${title.file.path} is not there. Mount its disk or scan the library; it is tried again.`);
	}
	const sent = await deps.downloadSubtitle(found, signal);
	const {episode, releaseName} = title.criteria;
	const frameRate = title.file.mediaInfo?.frameRate ?? null;
	return toSubtitleText(sent, {episode, releaseName, language: found.language}, {format: deps.settings.get('subtitles.format'), frameRate});
}

async function tryDownload(
	title: SubtitledTitle,
	found: RatedSubtitle,
	{downloads, ctx}: {downloads: Downloads; ctx: Ctx},
): Promise<SubtitleText | null> {
	const {provider, providerId} = found;
	try {
		return await downloadOne(title, found, ctx);
	} catch (error) {
		ctx.signal.throwIfAborted();
		if (!isExpected(error) || error instanceof Unavailable) {
			throw error;
		}
		if (error instanceof TooMany) {
			downloads.usedUp.set(providerId, error.message);
			return null;
		}
		if (isBad(error)) {
			await blocklist(title, {found, reason: error.message}, ctx.deps);
		} else if (error instanceof Invalid) {
			downloads.unusable.add(providerId);
		}
		downloads.failed.push(`${provider}: ${error.message}`);
		return null;
	}
}

/** Unreadable, or for another episode: the next download would bring the same. */
function isBad(error: unknown): boolean {
	return error instanceof Invalid && (error.code === 'subtitle_unreadable' || error.code === 'subtitle_archive');
}

/** The subtitle is not downloaded again for this title. */
export async function blocklist(
	{name, movieId, seriesId, episodeIds}: SubtitledTitle,
	{found, reason}: {found: Pick<RatedSubtitle, 'providerId' | 'provider' | 'id' | 'releases'> & {language: string}; reason: string},
	{subtitleBlocklist, now}: Pick<WorkerDeps, 'subtitleBlocklist' | 'now'>,
): Promise<void> {
	const {providerId, provider, id: subtitleId, releases, language} = found;
	const of = {title: name, release: releases[0] ?? null, movieId, seriesId, episodeIds};
	await subtitleBlocklist.add({...of, providerId, provider, subtitleId, language, reason, addedAt: now()});
}

interface Downloaded {
	found: RatedSubtitle;
	content: SubtitleText;
	reason: string;
	isChosen: boolean;
	replaces: string[];
}

/** Stores what was downloaded, so that no crash wastes it. */
export async function keepDownloaded(
	{owner, file}: SubtitledTitle,
	{found, content, reason, isChosen, replaces}: Downloaded,
	{fetchedSubtitles, now}: Pick<WorkerDeps, 'fetchedSubtitles' | 'now'>,
): Promise<FetchedSubtitle> {
	const {language, forced, hearingImpaired, providerId, provider, id: providerSubtitleId, score} = found;
	const fetched: FetchedSubtitle = {
		id: randomUUID(),
		owner,
		fileId: file.id,
		language,
		forced,
		hearingImpaired,
		source: 'downloaded',
		...content,
		providerId,
		provider,
		providerSubtitleId,
		score,
		reason,
		isChosen,
		replaces,
		before: null,
		written: null,
		fetchedAt: now(),
	};
	await fetchedSubtitles.add(fetched);
	return fetched;
}

/** For people: `en (Site, score 88)`. */
export function describe(fetched: FetchedSubtitle): string {
	const {provider, score} = fetched;
	return provider === null ? wishKey(fetched) : `${wishKey(fetched)} (${provider}, score ${score ?? 0})`;
}
