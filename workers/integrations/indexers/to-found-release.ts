import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {FeedRelease} from './feed/feed-release.ts';
import type {IndexerSettings} from './indexer.ts';

export function toFoundRelease(release: FeedRelease, {id, name, priority}: IndexerSettings): FoundRelease {
	return {
		guid: release.guid,
		title: release.title,
		size: release.size,
		indexer: name,
		indexerId: id,
		...(release.site !== undefined && {site: release.site}),
		indexerPriority: priority,
		publishDate: release.publishDate,
		downloadUrl: release.downloadUrl,
		magnetUrl: release.magnetUrl,
		infoUrl: release.infoUrl,
		category: release.category,
		protocol: release.protocol,
		seeders: release.seeders,
		leechers: release.leechers,
		infoHash: release.infoHash,
		flags: release.flags,
		container: release.container,
		files: null,
		languages: release.languages,
		imdbId: release.imdbId,
		metaId: release.metaId,
		tvMetaId: release.tvMetaId,
	};
}

/** Keeps the first release of each guid. */
export function uniqueByGuid<T extends {guid: string}>(releases: readonly T[]): T[] {
	return [...new Map(releases.toReversed().map(release => [release.guid, release])).values()].reverse();
}
