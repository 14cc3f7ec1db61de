import {toBlocklist} from '#shared/domain/decisions/facts.ts';
import {correctsOthers, firstRevision, isQualityName, revisionOf} from '#shared/domain/quality/qualities.ts';
import type {Copy} from '#shared/domain/quality/upgrade.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export interface GrabbedLately {
	copy: Copy;
	episodeIds: readonly string[];
	at: Date;
}

/** As long as a feed may show a release again after somebody took its download out of the queue. */
const latelyMs = 12 * 60 * 60 * 1000;

/**
 * What was grabbed of a title in the last hours, with the episodes that it holds; releases of a
 * feed are compared with it. A release that was blocklisted does not count, so that another one can take its place.
 */
export async function grabbedLately(
	of: {movieId: string} | {seriesId: string},
	{history, blocklist, now}: Pick<WorkerDeps, 'history' | 'blocklist' | 'now'>,
): Promise<GrabbedLately[]> {
	const entries = await history.grabbedSince(of, new Date(Number(now()) - latelyMs));
	const named = entries.map(({data}) => ({
		guid: String(data['guid']),
		infoHash: null,
		indexerId: String(data['indexerId']),
		size: Number(data['size'] ?? 0),
	}));
	const {guids} = toBlocklist(await blocklist.touching(named));
	const wanted = entries.filter(({data}) => !guids.has(String(data['guid'])));
	return wanted.map(({title, quality, episodeIds, data, timestamp}) => {
		const parsed = parseTitle(title, {mode: 'movieId' in of ? 'movie' : 'tv'});
		const copy = {
			quality: quality !== null && isQualityName(quality) ? quality : ('Unknown' as const),
			formatScore: Number(data['formatScore'] ?? 0),
			revision: parsed ? revisionOf(parsed.quality) : firstRevision,
			group: parsed?.group ?? null,
			releaseTitle: title,
			correctsOthers: correctsOthers(title),
			addedAt: null,
		};
		return {copy, episodeIds, at: timestamp};
	});
}

/** Which of these releases were ever grabbed, and have neither failed nor been imported since. */
export async function grabbedBefore(
	releases: readonly FoundRelease[],
	{history}: Pick<WorkerDeps, 'history'>,
): Promise<{guid: string; infoHash: string | null; at: Date}[]> {
	const grabs = releases.length > 0 ? await history.grabsOf(releases) : [];
	return grabs
		.filter(({outcome}) => outcome === 'open')
		.map(({guid, downloadId, at}) => ({guid, infoHash: downloadId?.toLowerCase() ?? null, at}));
}
