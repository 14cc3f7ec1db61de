import type {Indexer as IndexerRecord} from '#shared/domain/indexers/indexer-record.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {Subject} from '../world/subject.ts';

/** The releases of a subject that this indexer has by now. */
export function releasesOf(
	{offers, ids}: Subject,
	{index, record, at}: {index: number; record: IndexerRecord; at: number},
): FoundRelease[] {
	return offers
		.filter(offer => (offer.at[index] ?? Number.POSITIVE_INFINITY) <= at)
		.map(offer => ({
			...ids,
			guid: offer.guid,
			title: offer.title,
			size: offer.size,
			indexer: record.name,
			indexerId: record.id,
			indexerPriority: record.priority,
			publishDate: new Date(offer.at[index] ?? at),
			downloadUrl: `https://indexer.example/${offer.guid}`,
			magnetUrl: null,
			infoUrl: null,
			category: [],
			protocol: 'usenet',
			seeders: null,
			leechers: null,
			infoHash: null,
			flags: [],
			container: null,
			files: null,
			languages: [],
		}));
}
