import {languageOfCode, type Program} from '../quality/exported-codes.ts';
import {qualityOfCode} from '../quality/exported-qualities.ts';
import {itemName, itemQualities, type ProfileItem, type QualityProfile} from '../quality/profiles.ts';
import {type QualityName, qualityNames} from '../quality/qualities.ts';
import type {MoveNote} from './move.ts';
import {jsonOf, type SourceRow, textOf, wholeOf} from './source-titles.ts';

export const profileColumns = [
	'Id',
	'Name',
	'Cutoff',
	'Items',
	'Language',
	'FormatItems',
	'UpgradeAllowed',
	'MinFormatScore',
	'CutoffFormatScore',
	'MinUpgradeFormatScore',
] as const;

export interface SourceProfile {
	id: number;
	/** Without scores of formats, which have ids of ours only once they are here. */
	profile: Omit<QualityProfile, 'id' | 'formatScores'>;
	/** Scores by their ids of the formats, without zeros. */
	scores: {format: number; score: number}[];
	notes: MoveNote[];
}

interface TheirItem {
	id?: unknown;
	name?: unknown;
	quality?: unknown;
	items?: unknown;
	allowed?: unknown;
}

/** A quality profile in our form: they list the worst first, we the best. Null for a row that cannot be used. */
export function readProfile(row: SourceRow, program: Program): SourceProfile | null {
	const [id, items] = [wholeOf(row['Id']), jsonOf(row['Items'])];
	if (id === null || !Array.isArray(items)) {
		return null;
	}
	const name = (textOf(row['Name']) ?? `Profile ${id}`).slice(0, 100);
	const homeless = new Set<string>();
	const taken = new Set<QualityName>();
	/** The step that each of their numbers became. */
	const steps = new Map<number, string>();
	const read = (code: unknown): QualityName | null => {
		const found = typeof code === 'number' ? qualityOfCode(code, program) : null;
		found?.homeless && homeless.add(found.homeless);
		return found?.name ?? null;
	};
	const ours: ProfileItem[] = [];
	for (const item of (items as TheirItem[]).slice(0, 200).toReversed()) {
		const members = Array.isArray(item?.items) && item.items.length > 0 ? (item.items as TheirItem[]).toReversed() : null;
		const codes = (members ?? [item]).map(each => each?.quality);
		const qualities = [...new Set(codes.flatMap(code => read(code) ?? []))].filter(each => !taken.has(each));
		const [first] = qualities;
		if (!first) {
			// Two of theirs that are one of ours: it is allowed if one of them is.
			ours.forEach((step, index) => {
				const isSame = item?.allowed === true && codes.some(code => itemQualities(step).some(each => each === read(code)));
				ours[index] = isSame ? {...step, allowed: true} : step;
			});
			continue;
		}
		qualities.forEach(each => void taken.add(each));
		const allowed = item?.allowed === true;
		const group = {name: (textOf(item?.name) ?? first).slice(0, 100), qualities};
		const step: ProfileItem = members && qualities.length > 1 ? {group, allowed} : {quality: first, allowed};
		ours.push(step);
		for (const code of [...codes, item?.id]) {
			typeof code === 'number' && steps.set(code, itemName(step));
		}
	}
	const rest = qualityNames.filter(quality => !taken.has(quality)).map(quality => ({quality, allowed: false}));
	const allItems = [...ours, ...rest];
	const cutoff = steps.get(wholeOf(row['Cutoff']) ?? -1) ?? itemName(allItems.find(({allowed}) => allowed) ?? allItems[0]!); // never empty: `rest`
	const formats = jsonOf(row['FormatItems']);
	return {
		id,
		profile: {
			name,
			items: allItems,
			cutoff,
			upgradeAllowed: row['UpgradeAllowed'] === null || row['UpgradeAllowed'] === undefined || Number(row['UpgradeAllowed']) === 1,
			packForEpisodeAllowed: false,
			minFormatScore: wholeOf(row['MinFormatScore']) ?? 0,
			cutoffFormatScore: wholeOf(row['CutoffFormatScore']) ?? 0,
			minUpgradeFormatScore: Math.max(1, wholeOf(row['MinUpgradeFormatScore']) ?? 1),
			language: program === 'sonarr' ? 'any' : (languageOfCode(wholeOf(row['Language']) ?? -1, program) ?? 'any'),
		},
		scores: scoresOf(formats),
		notes: [...homeless].map(theirs => ({
			code: 'field_unsupported' as const,
			detail: `${theirs} is no quality here; the profile has the nearest one instead.`,
		})),
	};
}

function scoresOf(formats: unknown): SourceProfile['scores'] {
	return (Array.isArray(formats) ? formats : []).slice(0, 2000).flatMap((each: {format?: unknown; score?: unknown} | null) => {
		const [format, score] = [wholeOf(each?.format), wholeOf(each?.score)];
		return format === null || score === null || score === 0 ? [] : [{format, score}];
	});
}
