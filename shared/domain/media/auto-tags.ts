import type {Scope} from '../scope.ts';
import type {Series} from './library-series.ts';
import type {Movie} from './movie.ts';
import {searchForm} from './sort-title.ts';
import {toLabel, toLabels} from './tags.ts';

/** The fields that conditions check, and the kinds of their values. */
export const autoTagConditions = {
	genre: 'text',
	rootFolder: 'text',
	library: 'text',
	qualityProfile: 'text',
	year: 'range',
	runtime: 'range',
	status: 'text',
	type: 'text',
	network: 'text',
	originalLanguage: 'text',
	keyword: 'text',
	studio: 'text',
	originalCountry: 'text',
	monitored: 'flag',
	/** Only tags that people gave, so rules cannot feed each other. */
	tag: 'text',
} as const;
export type AutoTagConditionKind = keyof typeof autoTagConditions;

/** Both ends are included; null for an open end. */
export interface AutoTagRange {
	min: number | null;
	max: number | null;
}

export interface AutoTagCondition {
	kind: AutoTagConditionKind;
	value: string | boolean | AutoTagRange;
	/** Met by titles that do not have the value. */
	negate: boolean;
	/** Must be met, whatever others of its kind say. */
	required: boolean;
}

/** A rule that gives tags to titles. */
export interface AutoTagRule {
	id: string;
	name: string;
	enabled: boolean;
	conditions: AutoTagCondition[];
	/** Labels. */
	tags: string[];
	/** Missing in rules of earlier versions, which are for both. */
	scope?: Scope;
}

/** The fields that rules check. A field that movies or series do not have meets no condition. */
export type TitleToTag = Pick<
	Movie,
	'genres' | 'rootFolderPath' | 'libraryId' | 'qualityProfileId' | 'year' | 'runtime' | 'originalLanguage' | 'monitored' | 'ownTags'
> &
	Partial<Pick<Series, 'status' | 'type' | 'network'>> &
	Partial<Pick<Movie, 'keywords' | 'studios' | 'originalCountries'>>;

/** A condition whose text is in the form that is compared: to fold it takes longer than to compare it. */
interface ReadCondition extends AutoTagCondition {
	form: string;
}

/** Conditions as they are compared with many titles. */
export const readConditions = (conditions: readonly AutoTagCondition[]): ReadCondition[] =>
	conditions.map(each => ({...each, form: typeof each.value === 'string' ? searchForm(each.value) : ''}));

export interface ReadRule {
	enabled: boolean;
	conditions: ReadCondition[];
	tags: readonly string[];
}

export const readRule = ({enabled, conditions, tags}: AutoTagRule): ReadRule => ({
	enabled,
	tags,
	conditions: enabled ? readConditions(conditions) : [],
});

/** A title as it is compared with many conditions. */
export interface ReadTitle {
	title: TitleToTag;
	/** Its texts in the form that is compared. */
	forms: Readonly<Partial<Record<AutoTagConditionKind, ReadonlySet<string>>>>;
}

export function readTitle(title: TitleToTag): ReadTitle {
	const forms = (...texts: (string | null | undefined)[]) => new Set(texts.filter(text => typeof text === 'string').map(searchForm));
	return {
		title,
		forms: {
			genre: forms(...title.genres),
			keyword: forms(...(title.keywords ?? [])),
			studio: forms(...(title.studios ?? [])),
			originalCountry: forms(...(title.originalCountries ?? [])),
			status: forms(title.status),
			type: forms(title.type),
			network: forms(title.network),
			originalLanguage: forms(title.originalLanguage),
		},
	};
}

function hasText({kind, form}: ReadCondition, value: string, {title, forms}: ReadTitle): boolean {
	switch (kind) {
		case 'rootFolder':
			return `${title.rootFolderPath}/`.startsWith(value.endsWith('/') ? value : `${value}/`);
		case 'library':
			return title.libraryId === value;
		case 'qualityProfile':
			return title.qualityProfileId === value;
		case 'tag':
			return title.ownTags.includes(toLabel(value));
		default:
			return forms[kind]?.has(form) ?? false;
	}
}

function holds(condition: ReadCondition, read: ReadTitle): boolean {
	const {kind, value} = condition;
	if (typeof value === 'boolean') {
		return kind === 'monitored' && read.title.monitored === value;
	}
	if (typeof value === 'string') {
		return hasText(condition, value, read);
	}
	const number = kind === 'year' || kind === 'runtime' ? read.title[kind] : null;
	return number !== null && number >= (value.min ?? number) && number <= (value.max ?? number);
}

/**
 * Does a rule apply? Of each kind at least one condition must be met, and every required one. A rule without conditions
 * applies to nothing.
 */
export function isAutoTagged(conditions: readonly ReadCondition[], title: ReadTitle): boolean {
	const met = new Set<AutoTagConditionKind>();
	for (const condition of conditions) {
		if (holds(condition, title) !== condition.negate) {
			met.add(condition.kind);
		} else if (condition.required) {
			return false;
		}
	}
	return conditions.length > 0 && conditions.every(({kind}) => met.has(kind));
}

/** The tags that rules give to a title, sorted. */
export function ruleTagsOf(rules: readonly ReadRule[], title: TitleToTag): string[] {
	const read = readTitle(title);
	return toLabels(rules.filter(rule => rule.enabled && isAutoTagged(rule.conditions, read)).flatMap(({tags}) => tags));
}
