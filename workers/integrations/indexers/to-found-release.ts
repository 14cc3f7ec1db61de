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
