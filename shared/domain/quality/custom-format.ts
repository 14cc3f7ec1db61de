import type {Modifier, Resolution, Source} from '../release/parsed-title.ts';
import type {IndexerFlag} from '../release/release.ts';
import type {Scope} from '../scope.ts';

export const releaseTypes = ['movie', 'singleEpisode', 'multiEpisode', 'seasonPack'] as const;
export type ReleaseType = (typeof releaseTypes)[number];

/** Conditions whose value is a user's regular expression. Only a matcher with a time limit may run it. */
export const patternKinds = ['releaseTitle', 'releaseGroup', 'edition'] as const;
export type PatternKind = (typeof patternKinds)[number];

/** Above `min`, at most `max`; null for no upper limit. */
export interface Range {
	min: number;
	max: number | null;
}

/** The value that each kind of condition compares with. */
export interface ConditionValues {
	releaseTitle: string;
	releaseGroup: string;
	edition: string;
	source: Source;
	resolution: Resolution;
	qualityModifier: Modifier;
	/**
	 * A language by its ISO 639-1 code or as `ParsedTitle` spells it, or `original`. With `except` it
	 * matches any other language.
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

/** One condition of a format. `negate` inverts its result; a `required` one must match. */
export type Condition = {
	[Kind in ConditionKind]: {name: string; kind: Kind; value: ConditionValues[Kind]; negate: boolean; required: boolean};
}[ConditionKind];

export interface CustomFormat {
	id: string;
	name: string;
	conditions: Condition[];
	/** The token `{Custom Formats}` writes its name into file names. */
	includeWhenRenaming: boolean;
	scope?: Scope;
}

export type NewCustomFormat = Omit<CustomFormat, 'id'>;
