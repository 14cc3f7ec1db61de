import type {Modifier, Resolution, Source} from '../release/parsed-title.ts';
import type {IndexerFlag} from '../release/release.ts';

export const releaseTypes = ['movie', 'singleEpisode', 'multiEpisode', 'seasonPack'] as const;
export type ReleaseType = (typeof releaseTypes)[number];

/** Conditions whose value is a regular expression of a user; only a matcher with a time limit may run it. */
export const patternKinds = ['releaseTitle', 'releaseGroup', 'edition'] as const;
export type PatternKind = (typeof patternKinds)[number];

/** Above `min`, at most `max`; null is no upper limit. */
export interface Range {
	min: number;
	max: number | null;
}

/** What each kind of condition compares with. */
export interface ConditionValues {
	releaseTitle: string;
	releaseGroup: string;
	edition: string;
	source: Source;
	resolution: Resolution;
	qualityModifier: Modifier;
	/**
	 * A language by its ISO 639-1 code or as `ParsedTitle` spells it, or `original`; with `except` it asks for any
	 * language but this one.
	 */
	language: {language: string; except: boolean};
	indexerFlag: IndexerFlag;
	/** Gigabytes (1,073,741,824 bytes). */
	size: Range;
	year: Range;
	releaseType: ReleaseType;
}

export type ConditionKind = keyof ConditionValues;

export const conditionKinds = [
	...patternKinds,
	'source',
	'resolution',
	'qualityModifier',
	'language',
	'indexerFlag',
	'size',
	'year',
	'releaseType',
] as const satisfies readonly ConditionKind[];

/** One condition of a format; `negate` turns its answer round, a `required` one must hold. */
export type Condition = {
	[Kind in ConditionKind]: {name: string; kind: Kind; value: ConditionValues[Kind]; negate: boolean; required: boolean};
}[ConditionKind];

export interface CustomFormat {
	id: string;
	name: string;
	conditions: Condition[];
	/** Its name goes into file names by the token `{Custom Formats}`. */
	includeWhenRenaming: boolean;
}

export type NewCustomFormat = Omit<CustomFormat, 'id'>;
