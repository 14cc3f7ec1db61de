import {namesCommentary} from '../../languages/subtitle-tags.ts';
import type {MediaFile} from '../../media/media-file.ts';
import {type SubtitleKind, subtitleKindKey} from '../../media/subtitle.ts';
import type {FoundSubtitle, RatedSubtitle, SubtitleCriteria} from '../found-subtitle.ts';
import {factsOfFile, readName} from './release-facts.ts';
import {type Point, penaltiesOf, type ReleaseWeights, releasePoints, sum} from './release-match.ts';
import {type EpisodeFit, episodeFit, type Fit, titleFit, yearFit} from './same-title.ts';

/**
 * The best first: by score, then those made for this very file, then by the provider's priority (1 is best), then
 * trusted ones and those that were downloaded most. The order is always the same, whoever answered first.
 */
export function rankSubtitles(rated: readonly RatedSubtitle[], priorityOf: (providerId: string) => number): RatedSubtitle[] {
	return rated.toSorted(
		(a, b) =>
			b.score - a.score ||
			Number(b.isHashMatch) - Number(a.isHashMatch) ||
			priorityOf(a.providerId) - priorityOf(b.providerId) ||
			Number(b.isTrusted) - Number(a.isTrusted) ||
			b.downloadCount - a.downloadCount ||
			compare(a.providerId, b.providerId) ||
			compare(a.id, b.id),
	);
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

export interface RatedFor {
	criteria: Omit<SubtitleCriteria, 'languages' | 'movieHash'>;
	file: Pick<MediaFile, 'releaseTitle' | 'releaseGroup' | 'edition' | 'quality' | 'mediaInfo' | 'path'>;
	/** 0 to 100, from the language profile. */
	minimumScore: number;
	acceptMachineTranslated: boolean;
	/** The kinds that are wanted; without it any kind is. */
	wantedKinds?: readonly SubtitleKind[];
	/** Those that are taken too, and fit less well. */
	standIns?: readonly SubtitleKind[];
	/** `providerId` and `id` of subtitles that a person or we found bad. */
	isBlocklisted(found: FoundSubtitle): boolean;
}

interface Weights extends ReleaseWeights {
	title: number;
	year: number;
	/** 0 for movies. */
	season: number;
	episode: number;
	hearingImpaired: number;
}

/** The weights that users know from Bazarr. A match of the hash is worth all of them. */
const movieWeights: Weights = {
	title: 60,
	year: 30,
	season: 0,
	episode: 0,
	group: 15,
	source: 7,
	audio: 3,
	resolution: 2,
	video: 2,
	hearingImpaired: 1,
};
const episodeWeights: Weights = {...movieWeights, title: 180, year: 90, season: 30, episode: 30, group: 14};
const fullScore = 100;

interface Fits extends EpisodeFit {
	title: Fit;
	year: Fit;
	/** An episode, although a movie is wanted. */
	isEpisode: boolean;
}

/** Scores a found subtitle for a file; pure. */
export function rateSubtitle(found: FoundSubtitle, title: RatedFor): RatedSubtitle {
	const {criteria, file} = title;
	const mode = criteria.episode === null ? 'movie' : 'tv';
	const names = found.releases.map(release => readName(release, mode));
	const fits = fitsOf(found, names, criteria);
	const isHash = found.isHashMatch && isUncontradicted(fits);
	const ours = factsOfFile(file, mode);
	const weights = criteria.episode === null ? movieWeights : episodeWeights;
	const full = sum(Object.entries(weights));
	const matches = [...identityPoints(fits, weights), ...releasePoints(names, ours, weights), ...kindPoints(found, title, weights)];
	const rates = {subtitle: found.fps, video: file.mediaInfo?.frameRate ?? null};
	const inPercent = matches.map(([what, points]): Point => [what, (points * fullScore) / full]);
	const points: Point[] = isHash ? [['hash', fullScore]] : [...inPercent, ...penaltiesOf(names, ours, rates)];
	const score = Math.max(0, Math.min(fullScore, Math.round(sum(points))));
	return {
		...found,
		score,
		reasons: points.flatMap(reasonOf),
		rejections: [
			...contradictions(fits, {year: found.year === criteria.year ? null : found.year, isHash}),
			...(isCommentary(found, criteria) ? ['for a commentary'] : []),
			...refusals(found, score, title),
		],
	};
}

function reasonOf([what, points]: Point): string[] {
	const rounded = Math.round(Math.abs(points));
	return rounded === 0 ? [] : [`${what} ${points < 0 ? '-' : '+'}${rounded}`];
}

type Names = Parameters<typeof titleFit>[1];

/** Names that are those of episodes only. */
const episodeName = /(?<![a-z\d])s\d{1,4}[ ._]?e\d{1,4}(?!\d)/i;

/** Some providers write 0 for none. */
const isNumber = (number: number | null) => number !== null && number > 0;

function fitsOf(found: FoundSubtitle, names: Names, criteria: RatedFor['criteria']): Fits {
	const {releases, seasonNumber, episodeNumber} = found;
	const fits = {title: titleFit(found, names, criteria), year: yearFit(found, names, criteria)};
	if (criteria.episode !== null) {
		return {...fits, ...episodeFit(found, names, criteria.episode), isEpisode: false};
	}
	const isNamed = releases.length > 0 && releases.every(release => episodeName.test(release));
	return {...fits, season: 'match', episode: 'match', isEpisode: isNumber(seasonNumber) || isNumber(episodeNumber) || isNamed};
}

function isUncontradicted({title, season, episode, isEpisode}: Fits): boolean {
	return title !== 'other' && season !== 'other' && episode !== 'other' && !isEpisode;
}

function identityPoints({title, year, season, episode}: Fits, weights: Weights): Point[] {
	const points: Point[] = [
		['title', title === 'match' ? weights.title : 0],
		['year', year === 'match' && title === 'match' ? weights.year : 0],
		['season', season === 'match' ? weights.season : 0],
		['episode', episode === 'match' ? weights.episode : 0],
	];
	return points.filter(([, each]) => each > 0);
}

const isOneOf = (found: SubtitleKind, kinds: readonly SubtitleKind[]) =>
	kinds.some(kind => subtitleKindKey(kind) === subtitleKindKey(found));

function isWanted(found: SubtitleKind, {wantedKinds}: RatedFor): boolean {
	return wantedKinds === undefined || isOneOf(found, wantedKinds);
}

function kindPoints(found: FoundSubtitle, title: RatedFor, {hearingImpaired}: Weights): Point[] {
	return isWanted(found, title) ? [['kind', hearingImpaired]] : [];
}

/** A film may be about one. */
function isCommentary({releases}: FoundSubtitle, {title, originalTitle, episode}: RatedFor['criteria']): boolean {
	const isSubject = [title, originalTitle ?? '', episode?.title ?? ''].some(namesCommentary);
	return !isSubject && releases.some(namesCommentary);
}

/** Why it certainly belongs to something else. */
function contradictions(
	{title, year, season, episode, isEpisode}: Fits,
	{year: offeredYear, isHash}: {year: number | null; isHash: boolean},
): string[] {
	return [
		...(title === 'other' ? ['other title'] : []),
		...(title === 'unknown' && !isHash ? ['no title is named'] : []),
		...(year === 'other' && !isHash ? [`other year${offeredYear === null ? '' : `: ${offeredYear}`}`] : []),
		...(season === 'other' ? ['other season'] : []),
		...(episode === 'other' && season !== 'other' ? ['other episode'] : []),
		...(isEpisode ? ['for an episode'] : []),
		...(episode === 'unknown' && season !== 'other' && !isHash ? ['no episode is named'] : []),
	];
}

/** Why it is not wanted, although it may belong to the file. */
function refusals(found: FoundSubtitle, score: number, title: RatedFor): string[] {
	return [
		...(isWanted(found, title) || isOneOf(found, title.standIns ?? []) ? [] : [`${subtitleKindKey(found)} is not wanted`]),
		...(found.isMachineTranslated && !title.acceptMachineTranslated ? ['machine translated'] : []),
		...(title.isBlocklisted(found) ? ['blocklisted'] : []),
		...(score < title.minimumScore ? [`score ${score} is below ${title.minimumScore}`] : []),
	];
}
