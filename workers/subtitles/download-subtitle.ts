import {randomUUID} from 'node:crypto';
import {healthRules, recordFailure} from '#shared/coordination/backoff.ts';
import {subtitleKindKey} from '#shared/domain/media/subtitle.ts';
import type {RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import type {SubtitleGoal} from '#shared/domain/subtitles/subtitle-goals.ts';
import {Invalid, isExpected, TooMany, Unavailable} from '#shared/errors.ts';
import type {FetchedSubtitle} from '#shared/store/subtitles/fetched-subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {SubtitledTitle} from './subtitled-title.ts';
import {type SubtitleText, toSubtitleText} from './to-subtitle-text.ts';

/** Unreadable, gone, or for another episode: the next download would bring the same. */
const bad: ReadonlySet<string> = new Set(['subtitle_unreadable', 'subtitle_archive', 'subtitle_unusable', 'subtitle_gone']);
/** A page instead of a file, or an address that leads nowhere: of one subtitle, or of all of a site in trouble. */
const suspicious: ReadonlySet<string> = new Set(['not_a_subtitle', 'link_expired', 'address_refused']);
/** The provider tells us something instead of sending a subtitle, and would do so again. */
const notice = 'subtitle_notice';
/** The provider was disabled or deleted since the search. */
const gone: ReadonlySet<string> = new Set(['provider_disabled', 'subtitle_provider_not_found']);

/** Downloads that are tried for one goal: each counts against the quota. */
const maxTries = 3;

interface Suspect {
	found: RatedSubtitle;
	reason: string;
}

/** What happened so far to the downloads for one title. */
export interface Downloads {
	/** Providers that allow no more downloads for now, and what they say. */
	usedUp: Map<string, string>;
	/** Providers that were disabled or deleted in the meantime, or refuse us until somebody corrects their record. */
	unusable: Set<string>;
	failed: string[];
	/** What may have failed because of the provider or of the subtitle; the next download of the provider decides. */
	suspects: Suspect[];
}

export type DownloadDeps = Pick<
	WorkerDeps,
	'files' | 'downloadSubtitle' | 'settings' | 'subtitleBlocklist' | 'subtitleProviders' | 'fetchedSubtitles' | 'now'
>;

interface DownloadContext {
	deps: DownloadDeps;
	signal: AbortSignal;
}

/** Downloads the best of these that can be used, and stores it. Null when there is none. */
export async function downloadBest(
	title: SubtitledTitle,
	{goal, candidates, reason, downloads}: {goal: SubtitleGoal; candidates: readonly RatedSubtitle[]; reason: string; downloads: Downloads},
	context: DownloadContext,
): Promise<FetchedSubtitle | null> {
	let tries = 0;
	for (const found of candidates) {
		if (tries >= maxTries) {
			break;
		}
		if (downloads.usedUp.has(found.providerId) || downloads.unusable.has(found.providerId)) {
			continue;
		}
		tries += 1;
		const content = await tryDownload(title, found, {downloads, context});
		if (content) {
			const replaces = goal.over === null ? [] : [goal.over.path];
			return storeDownloaded(title, {found, content, reason, isChosen: false, replaces}, context.deps);
		}
	}
	return null;
}

/**
 * Downloads a subtitle and reads it. Throws Unavailable when the video is away, before a download is spent. A provider
 * that sends a notice instead is paused for a while.
 */
export async function downloadOne(
	title: SubtitledTitle,
	found: RatedSubtitle,
	{deps, signal}: {deps: Pick<DownloadDeps, 'files' | 'downloadSubtitle' | 'settings' | 'subtitleProviders' | 'now'>; signal: AbortSignal},
): Promise<SubtitleText> {
	const {files, downloadSubtitle, settings} = deps;
	signal.throwIfAborted();
	if (!(await files.exists(title.file.path))) {
		throw new Unavailable('video_missing', `${title.file.path} is not there. Mount its disk or scan the library; it is tried again.`);
	}
	const sent = await downloadSubtitle(found, signal);
	const {episode, releaseName} = title.criteria;
	const frameRate = title.file.mediaInfo?.frameRate ?? null;
	const {language, forced, hearingImpaired} = found;
	const wanted = {episode, releaseName, language, forced, hearingImpaired};
	const expected = {seconds: title.file.mediaInfo?.durationSeconds ?? null, forced};
	try {
		return await toSubtitleText(sent, wanted, {format: settings.get('subtitles.format'), frameRate, expected});
	} catch (error) {
		await (isExpected(error) && error.code === notice && letRest(found.providerId, error, deps));
		throw error;
	}
}

async function letRest(
	providerId: string,
	{message}: Error,
	{subtitleProviders, now}: Pick<DownloadDeps, 'subtitleProviders' | 'now'>,
): Promise<void> {
	const record = await subtitleProviders.find(providerId);
	await (record && recordFailure(subtitleProviders, record, {message, isLimit: true}, {rules: healthRules.subtitleProvider, now: now()}));
}

async function tryDownload(
	title: SubtitledTitle,
	found: RatedSubtitle,
	{downloads, context}: {downloads: Downloads; context: DownloadContext},
): Promise<SubtitleText | null> {
	const {provider, providerId} = found;
	try {
		const content = await downloadOne(title, found, context);
		await blocklistSuspects(title, {providerId, downloads}, context.deps);
		return content;
	} catch (error) {
		context.signal.throwIfAborted();
		if (!isExpected(error) || error instanceof Unavailable) {
			throw error;
		}
		if (error instanceof TooMany) {
			downloads.usedUp.set(providerId, error.message);
			return null;
		}
		if (bad.has(error.code)) {
			await blocklist(title, {found, reason: error.message}, context.deps);
		} else if (error instanceof Invalid || gone.has(error.code)) {
			downloads.unusable.add(providerId);
		} else if (error.code === notice) {
			downloads.usedUp.set(providerId, error.message);
		} else if (suspicious.has(error.code)) {
			downloads.suspects.push({found, reason: error.message});
		}
		downloads.failed.push(`${provider}: ${error.message}`);
		return null;
	}
}

/** Once the provider has sent another subtitle, those that failed before are known to be bad. */
async function blocklistSuspects(
	title: SubtitledTitle,
	{providerId, downloads}: {providerId: string; downloads: Downloads},
	deps: Pick<WorkerDeps, 'subtitleBlocklist' | 'now'>,
): Promise<void> {
	const isOfProvider = ({found}: Suspect) => found.providerId === providerId;
	for (const suspect of downloads.suspects.filter(isOfProvider)) {
		await blocklist(title, suspect, deps);
	}
	downloads.suspects = downloads.suspects.filter(suspect => !isOfProvider(suspect));
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

export function storeDownloaded(
	title: SubtitledTitle,
	{found, content, reason, isChosen, replaces}: Downloaded,
	deps: Pick<WorkerDeps, 'fetchedSubtitles' | 'now'>,
): Promise<FetchedSubtitle> {
	const {language, forced, hearingImpaired, providerId, provider, id: providerSubtitleId, score} = found;
	const from = {source: 'downloaded', providerId, provider, providerSubtitleId, score} as const;
	return storeFetched(title, {language, forced, hearingImpaired, ...content, ...from, reason, isChosen, replaces}, deps);
}

type Fetched = Omit<FetchedSubtitle, 'id' | 'owner' | 'fileId' | 'before' | 'written' | 'fetchedAt'>;

/** Stores what was downloaded or uploaded for the file, so that no crash wastes it. */
export async function storeFetched(
	{owner, file}: Pick<SubtitledTitle, 'owner' | 'file'>,
	subtitle: Fetched,
	{fetchedSubtitles, now}: Pick<WorkerDeps, 'fetchedSubtitles' | 'now'>,
): Promise<FetchedSubtitle> {
	const fetched = {id: randomUUID(), owner, fileId: file.id, ...subtitle, before: null, written: null, fetchedAt: now()};
	await fetchedSubtitles.add(fetched);
	return fetched;
}

/** For people: `en (Site, score 88)`. */
export function describe(fetched: FetchedSubtitle): string {
	const {provider, score} = fetched;
	return provider === null ? subtitleKindKey(fetched) : `${subtitleKindKey(fetched)} (${provider}, score ${score ?? 0})`;
}
