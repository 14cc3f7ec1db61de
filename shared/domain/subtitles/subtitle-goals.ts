import {dayMs} from '../durations.ts';
import {type FileSubtitles, parseSubtitleKindKey, type Subtitle, type SubtitleKind, subtitleKindKey} from '../media/subtitle.ts';
import type {RatedSubtitle} from './found-subtitle.ts';

/** A kind of subtitle to get, and the one that it has to be better than. */
export interface SubtitleGoal {
	kind: SubtitleKind;
	/** Null when there is none of this kind. */
	over: (Subtitle & {path: string}) | null;
}

const bestScore = 100;
/** Points by which a subtitle must be better to take the place of another. */
const minGain = 1;

export function missingGoals({missing}: FileSubtitles): SubtitleGoal[] {
	return missing.map(key => ({kind: parseSubtitleKindKey(key), over: null}));
}

/**
 * What may still be upgraded: our downloads of the last days that do not fit perfectly and were not chosen by a person.
 */
export function upgradeGoals({list}: FileSubtitles, {withinDays, now}: {withinDays: number; now: Date}): SubtitleGoal[] {
	const since = Number(now) - withinDays * dayMs;
	const open = list.flatMap(each => {
		const {source, path, language, score, downloadedAt, isChosen} = each;
		const isOpen = source === 'downloaded' && isChosen !== true && score !== null && score < bestScore;
		const isRecent = withinDays > 0 && downloadedAt !== null && Number(downloadedAt) >= since;
		return isOpen && isRecent && path !== null && language !== null ? [{kind: {...kindOf(each), language}, over: {...each, path}}] : [];
	});
	const best = Map.groupBy(open, ({kind}) => subtitleKindKey(kind));
	return [...best.values()].flatMap(goals => goals.toSorted((a, b) => (b.over.score ?? 0) - (a.over.score ?? 0)).slice(0, 1));
}

function kindOf({forced, hearingImpaired}: Omit<SubtitleKind, 'language'>): Omit<SubtitleKind, 'language'> {
	return {forced, hearingImpaired};
}

/** The subtitles that reach a goal, in their order. */
export function reaching({kind, over}: SubtitleGoal, rated: readonly RatedSubtitle[]): RatedSubtitle[] {
	return rated.filter(
		each =>
			each.rejections.length === 0 &&
			subtitleKindKey(each) === subtitleKindKey(kind) &&
			(over === null || (each.score >= (over.score ?? bestScore) + minGain && each.id !== over.providerSubtitleId)),
	);
}
