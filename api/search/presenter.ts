import type {IndexerResult, JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {describeQuality} from '#shared/domain/quality/describe-quality.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';

/** A found release with its judgement. Addresses are shown without the keys in them: grabbing needs only guid and indexer. */
export function presentRelease(judged: JudgedRelease) {
	const {release, judgement, mappedMovie, mappedSeries, mappedEpisode} = judged;
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
		quality: describeQuality(getQuality(judgement.quality), release.title),
		qualityScore: judgement.qualityScore,
		customFormatScore: judgement.formatScore,
		rejections: judged.rejections,
		rejectionDetails: judged.rejectionDetails.map(({reason, detail, temporary}) => ({reason, detail, temporary})),
		wouldHaveWaited: judged.wouldHaveWaited,
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
