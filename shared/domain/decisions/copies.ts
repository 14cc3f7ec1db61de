import type {FrozenJudgement, QueueItem} from '../downloads/queue-item.ts';
import {type Episode, lostEpisodes} from '../media/library-episode.ts';
import type {MediaFile} from '../media/media-file.ts';
import type {QualityProfile} from '../quality/profiles.ts';
import {correctsOthers, revisionOf} from '../quality/qualities.ts';
import {type Copy, isSameRelease, whyNoUpgrade} from '../quality/upgrade.ts';
import type {Facts} from './facts.ts';

/** A library file in the form that the upgrade rules compare. */
export function fileCopy({quality, formatScore, revision, releaseGroup, releaseTitle, dateAdded}: MediaFile): Copy {
	return {
		quality,
		formatScore,
		revision,
		group: releaseGroup,
		releaseTitle,
		correctsOthers: correctsOthers(releaseTitle ?? ''),
		addedAt: dateAdded,
	};
}

/** A judged release in the same form. */
export function judgementCopy(title: string, {quality, formatScore, parsedQuality, releaseGroup}: FrozenJudgement): Copy {
	return {
		quality,
		formatScore,
		revision: revisionOf(parsedQuality),
		group: releaseGroup,
		releaseTitle: title,
		correctsOthers: correctsOthers(title),
		addedAt: null,
	};
}

/** The existing files and downloads of the movie, or of the episodes that a release covers. */
export type Present = Pick<Facts, 'files' | 'queue' | 'failing' | 'lostEpisodes'>;

export function presentOfMovie({file}: {file: MediaFile | null}, queued: readonly QueueItem[]): Present {
	return {files: file ? [fileCopy(file)] : [], ...downloadsOf(queued), lostEpisodes: []};
}

/** `all` are the episodes of the series, `queued` its downloads. */
export function presentOfEpisodes(held: readonly Episode[], all: readonly Episode[], queued: readonly QueueItem[]): Present {
	const ids = new Set(held.map(({id}) => id));
	const files = new Map(held.flatMap(({file}) => (file ? [[file.id, fileCopy(file)] as const] : [])));
	// What a pack has brought is in the files; what it lacks, another release may bring.
	const rivals = queued.filter(({target, import: progress}) => !progress?.isIncomplete && target.episodeIds.some(id => ids.has(id)));
	return {files: [...files.values()], ...downloadsOf(rivals), lostEpisodes: lostEpisodes(held, all)};
}

/** A failed download that may still be retried does not block other releases. */
function downloadsOf(items: readonly QueueItem[]): Pick<Facts, 'queue' | 'failing'> {
	const {failing = [], queue = []} = Object.groupBy(items, ({state}) => (state === 'failedPending' ? 'failing' : 'queue'));
	const toCopies = (some: readonly QueueItem[]) => some.map(({release}) => judgementCopy(release.title, release.judgement));
	return {queue: toCopies(queue), failing: toCopies(failing)};
}

/** Its download has just failed, and may be tried again. */
export function isFailing(offered: Copy, {failing}: Pick<Facts, 'failing'>): boolean {
	return failing.some(failed => isSameRelease(failed, offered));
}

/**
 * Why a release that was approved a moment ago is no longer wanted: a file or a download of the same title came in
 * between. Null when it is still wanted.
 */
export function whySuperseded(offered: Copy, {files, queue, lostEpisodes: lost}: Present, profile: QualityProfile): string | null {
	if (lost.length > 0) {
		return 'the present file holds further episodes, which would be lost';
	}
	return [...files, ...queue].map(copy => whyNoUpgrade(profile, copy, offered)).find(why => why !== null) ?? null;
}
