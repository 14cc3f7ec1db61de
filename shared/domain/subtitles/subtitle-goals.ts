import {dayMs} from '../durations.ts';
import type {LanguageProfile} from '../languages/language-profile.ts';
import {type FileSubtitles, parseSubtitleKindKey, type Subtitle, type SubtitleKind, subtitleKindKey} from '../media/subtitle.ts';
import type {RatedSubtitle} from './found-subtitle.ts';

/** A kind of subtitle to get, and the one that it has to be better than. */
export interface SubtitleGoal {
	kind: SubtitleKind;
	/** Taken if nothing of the kind itself is offered. */
	standIn: SubtitleKind | null;
	/** Null when there is none of this kind. */
	over: (Subtitle & {path: string}) | null;
}

const bestScore = 100;
/** Points by which a subtitle must be better to take the place of another. */
const minGain = 1;

/** What the language profile wants. */
type Wishes = LanguageProfile['subtitles'];

export function kindsOf(wishes: Wishes): SubtitleKind[] {
	return wishes.map(({code, forced, hearingImpaired}) => ({language: code, forced, hearingImpaired}));
}

/** Those for the hearing-impaired also meet a wish for usual ones, unless both are wanted. */
export function standInFor(kind: SubtitleKind, wishes: Wishes): SubtitleKind | null {
	const forHearing = {...kind, hearingImpaired: true};
	const isWanted = kindsOf(wishes).some(wish => subtitleKindKey(wish) === subtitleKindKey(forHearing));
	return kind.forced || kind.hearingImpaired || isWanted ? null : forHearing;
}

export function missingGoals({missing}: FileSubtitles, wishes: Wishes): SubtitleGoal[] {
	return missing.map(key => {
		const kind = parseSubtitleKindKey(key);
		return {kind, standIn: standInFor(kind, wishes), over: null};
	});
}

/**
 * What may still be upgraded: our downloads of the last days that do not fit perfectly and were not chosen by a person.
 * A stand-in gives way to one of the wanted kind that fits as well.
 */
export function upgradeGoals(
	{list}: FileSubtitles,
	{withinDays, now, wishes}: {withinDays: number; now: Date; wishes: Wishes},
): SubtitleGoal[] {
	const since = Number(now) - withinDays * dayMs;
	const open = list.flatMap(each => {
		const {source, path, language, score, downloadedAt, isChosen} = each;
		const isOpen = source === 'downloaded' && isChosen !== true && score !== null && score < bestScore;
		const isRecent = withinDays > 0 && downloadedAt !== null && Number(downloadedAt) >= since;
		return isOpen && isRecent && path !== null && language !== null
			? [{...kindsFor({...kindOf(each), language}, wishes), over: {...each, path}}]
			: [];
	});
	const best = Map.groupBy(open, ({kind}) => subtitleKindKey(kind));
	return [...best.values()].flatMap(goals => goals.toSorted((a, b) => (b.over.score ?? 0) - (a.over.score ?? 0)).slice(0, 1));
}

function kindsFor(present: SubtitleKind, wishes: Wishes): Pick<SubtitleGoal, 'kind' | 'standIn'> {
	const usual = kindsOf(wishes).find(wish => {
		const standIn = standInFor(wish, wishes);
		return standIn !== null && subtitleKindKey(standIn) === subtitleKindKey(present);
	});
	return usual ? {kind: usual, standIn: present} : {kind: present, standIn: null};
}

function kindOf({forced, hearingImpaired}: Omit<SubtitleKind, 'language'>): Omit<SubtitleKind, 'language'> {
	return {forced, hearingImpaired};
}

/** The subtitles that reach a goal, in their order; those that only stand in come last. */
export function reaching({kind, standIn, over}: SubtitleGoal, rated: readonly RatedSubtitle[]): RatedSubtitle[] {
	const isOf = (each: SubtitleKind, wanted: SubtitleKind) => subtitleKindKey(each) === subtitleKindKey(wanted);
	const isBetter = (each: RatedSubtitle) => {
		const gain = over !== null && over.hearingImpaired === each.hearingImpaired ? minGain : 0;
		return over === null || (each.score >= (over.score ?? bestScore) + gain && each.id !== over.providerSubtitleId);
	};
	return [kind, ...(standIn ? [standIn] : [])].flatMap(wanted =>
		rated.filter(each => each.rejections.length === 0 && isOf(each, wanted) && isBetter(each)),
	);
}
