import type {IndexerResult, JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {Source} from '#shared/domain/release/parsed-title.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';

/** The interface's words; a source without one stands for itself. */
const sourceNames: Record<Source, string | null> = {
	unknown: null,
	workprint: 'Workprint',
	cam: 'CAM',
	telesync: 'Telesync',
	telecine: 'Telecine',
	dvd: 'DVD',
	tv: 'HDTV',
	webrip: 'WEB',
	webdl: 'WEB',
	bluray: 'Bluray',
};

/** What a title says beside source and resolution, the most telling first. */
const titleModifiers: readonly (readonly [RegExp, string])[] = [
	[/\bremux\b/i, 'REMUX'],
	[/\b(?:DV|DoVi|Dolby[ ._-]?Vision)\b/, 'DV'],
	[/\bHDR(?:10)?(?:Plus|\+)?\b/i, 'HDR'],
	[/\b(?:x|h)[ .]?265\b|\bHEVC\b/i, 'x265'],
];

/** A found release with its judgement (interface 2.7). Addresses are shown without the keys in them: grabbing needs only guid and indexer. */
export function presentRelease(judged: JudgedRelease) {
	const {release, judgement, mappedMovie, mappedSeries, mappedEpisode} = judged;
	const {source, resolution} = judgement.parsedQuality;
	const downloadUrl = release.downloadUrl ?? release.magnetUrl;
	return {
		guid: release.guid,
		title: release.title,
		size: release.size,
		indexer: release.indexer,
		indexerId: release.indexerId,
		publishDate: release.publishDate.toISOString(),
		downloadUrl: downloadUrl && maskSecrets(downloadUrl),
		infoUrl: release.infoUrl && maskSecrets(release.infoUrl),
		category: release.category,
		seeders: release.seeders,
		leechers: release.leechers,
		protocol: release.protocol,
		quality: {
			quality: judgement.quality,
			resolution: resolution > 0 ? `${resolution}p` : null,
			source: sourceNames[source],
			modifier: titleModifiers.find(([pattern]) => pattern.test(release.title))?.[1] ?? null,
		},
		qualityScore: judgement.qualityScore,
		customFormatScore: judgement.formatScore,
		rejections: judged.rejections,
		rejectionDetails: judged.rejectionDetails.map(({reason, detail, temporary}) => ({reason, detail, temporary})),
		approved: judged.approved,
		releaseGroup: judgement.releaseGroup,
		language: judgement.languages.length > 0 ? judgement.languages.join(', ') : null,
		mappedMovie: mappedMovie && {id: mappedMovie.id, title: mappedMovie.title, year: mappedMovie.year},
		mappedSeries: mappedSeries && {id: mappedSeries.id, title: mappedSeries.title},
		mappedEpisode: mappedEpisode && {seasonNumber: mappedEpisode.seasonNumber, episodeNumber: mappedEpisode.episodeNumber},
	};
}

export function presentIndexerResult({indexerId, indexerName, resultCount, status, errorMessage}: IndexerResult) {
	return {indexerId, indexerName, resultCount, status, errorMessage};
}
