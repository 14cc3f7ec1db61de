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
}

/** The fields that rules check. A field that movies or series do not have meets no condition. */
export type TitleToTag = Pick<
	Movie,
	'genres' | 'rootFolderPath' | 'libraryId' | 'qualityProfileId' | 'year' | 'runtime' | 'originalLanguage' | 'monitored' | 'ownTags'
> &
	Partial<Pick<Series, 'status' | 'type' | 'network'>> &
	Partial<Pick<Movie, 'keywords' | 'studios' | 'originalCountries'>>;

const isSame = (value: string, text: string | null | undefined) => typeof text === 'string' && searchForm(text) === searchForm(value);

function hasText(kind: AutoTagConditionKind, value: string, title: TitleToTag): boolean {
	switch (kind) {
		case 'genre':
			return title.genres.some(genre => isSame(value, genre));
		case 'keyword':
			return (title.keywords ?? []).some(keyword => isSame(value, keyword));
		case 'studio':
			return (title.studios ?? []).some(studio => isSame(value, studio));
		case 'originalCountry':
			return (title.originalCountries ?? []).some(country => isSame(value, country));
		case 'rootFolder':
			return `${title.rootFolderPath}/`.startsWith(value.endsWith('/') ? value : `${value}/`);
		case 'library':
			return title.libraryId === value;
		case 'qualityProfile':
			return title.qualityProfileId === value;
		case 'tag':
			return title.ownTags.includes(toLabel(value));
		case 'status':
		case 'type':
		case 'network':
		case 'originalLanguage':
			return isSame(value, title[kind]);
		default:
			return false;
	}
}

function holds({kind, value}: AutoTagCondition, title: TitleToTag): boolean {
	if (typeof value === 'boolean') {
		return kind === 'monitored' && title.monitored === value;
	}
	if (typeof value === 'string') {
		return hasText(kind, value, title);
	}
	const number = kind === 'year' || kind === 'runtime' ? title[kind] : null;
	return number !== null && number >= (value.min ?? number) && number <= (value.max ?? number);
}

/**
 * Does a rule apply? Of each kind at least one condition must be met, and every required one. A rule without conditions
 * applies to nothing.
 */
export function isAutoTagged({conditions}: Pick<AutoTagRule, 'conditions'>, title: TitleToTag): boolean {
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
export function ruleTagsOf(rules: readonly AutoTagRule[], title: TitleToTag): string[] {
	return toLabels(rules.filter(rule => rule.enabled && isAutoTagged(rule, title)).flatMap(({tags}) => tags));
}
