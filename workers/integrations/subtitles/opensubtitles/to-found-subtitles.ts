import {imdbNumber} from '#shared/domain/matching/title-index.ts';
import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import {fromWireLanguage} from './languages.ts';
import type {Feature, ListedSubtitle, SubtitleFile} from './parse-search.ts';

const mostReleases = 20;
const longestText = 300;
const discOfName = /(?<![a-z0-9])(?:cd|dvd|disc|disk)[ ._-]?(\d)(?!\d)/i;

/** Null for a subtitle without a file or without a known language. */
export function toFoundSubtitle(
	listed: ListedSubtitle,
	criteria: SubtitleCriteria,
	provider: {id: string; name: string},
): FoundSubtitle | null {
	const file = fileFor(listed.files, criteria.releaseName);
	const language = fromWireLanguage(listed.language, criteria.languages);
	if (!file || language === null) {
		return null;
	}
	const {feature, hearingImpaired, foreignPartsOnly} = listed;
	const releases = [listed.release, file.name].map(name => name?.trim().slice(0, longestText) ?? '').filter(name => name !== '');
	return {
		providerId: provider.id,
		provider: provider.name,
		id: String(file.fileId),
		language,
		// A whole subtitle for the hearing impaired may also be marked as foreign parts only.
		forced: foreignPartsOnly && !hearingImpaired,
		hearingImpaired,
		releases: [...new Set(releases)].slice(0, mostReleases),
		isHashMatch: listed.isHashMatch === true,
		isIdMatch: isOf(feature, criteria),
		title: (feature.parentTitle ?? feature.title)?.slice(0, longestText) ?? null,
		year: feature.year,
		seasonNumber: feature.seasonNumber,
		episodeNumber: feature.episodeNumber,
		fps: listed.fps,
		isMachineTranslated: listed.isMachineTranslated,
		isTrusted: listed.isTrusted,
		downloadCount: listed.downloadCount,
		format: 'srt',
		uploadedAt: listed.uploadedAt,
	};
}

/** Of a subtitle in parts, the one for the video's own disc; none of them fits a video of the whole film. */
function fileFor(files: readonly SubtitleFile[], releaseName: string | null): SubtitleFile | undefined {
	const isInParts = new Set(files.map(({disc}) => disc)).size > 1;
	if (!isInParts) {
		return files[0];
	}
	const disc = Number(discOfName.exec(releaseName ?? '')?.[1] ?? Number.NaN);
	return files.find(file => file.disc === disc);
}

function isOf(feature: Feature, {imdbId, metaId, episode}: SubtitleCriteria): boolean {
	const imdb = imdbNumber(imdbId);
	const told = episode ? [feature.parentImdbNumber, feature.parentTmdbId] : [feature.imdbNumber, feature.tmdbId];
	return (imdb !== null && told[0] === imdb) || (metaId !== null && told[1] === metaId);
}
