import type {Choice} from '../presenters/choices.ts';

export const settingCategories = ['general', 'media', 'download', 'indexer', 'notification', 'ui', 'security'] as const;
export type SettingCategory = (typeof settingCategories)[number];

interface Common<Value> {
	category: SettingCategory;
	description: string;
	default: Value;
}

interface BooleanSetting extends Common<boolean> {
	type: 'boolean';
}
interface NumberSetting extends Common<number> {
	type: 'integer' | 'number';
	min: number;
	max: number;
}
export interface StringSetting extends Common<string> {
	type: 'string';
	maxLength: number;
	/** Stored encrypted. Shown as asterisks; an address without what may be a key in it. */
	secret?: 'text' | 'address';
	/**
	 * The required form of the text, with a description for people. It must run in linear time,
	 * because users write the text.
	 */
	pattern?: {form: RegExp; words: string};
	/** Settings whose secrets are sent to the address that this one is. */
	receives?: readonly string[];
	/** Usual values with their names. */
	choices?: readonly Choice[];
	/** The value is a file or folder name template with tokens in braces. */
	format?: 'movieFolder' | 'movieFile' | 'seriesFolder' | 'seasonFolder' | 'episodeFile';
}
export interface EnumSetting<Value extends string> extends Common<Value> {
	type: 'enum';
	values: readonly Value[];
}
export interface ListSetting extends Common<string[]> {
	type: 'list';
	maxItems: number;
	/** The required form of each text. */
	pattern?: StringSetting['pattern'];
}
export type SettingDefinition = BooleanSetting | NumberSetting | StringSetting | EnumSetting<string> | ListSetting;
export const settingTypes = [
	'boolean',
	'integer',
	'number',
	'string',
	'enum',
	'list',
] as const satisfies readonly SettingDefinition['type'][];

export const flag = (category: SettingCategory, value: boolean, description: string): BooleanSetting => ({
	type: 'boolean',
	category,
	default: value,
	description,
});
export const integer = (category: SettingCategory, value: number, [min, max]: [number, number], description: string): NumberSetting => ({
	type: 'integer',
	category,
	default: value,
	min,
	max,
	description,
});
export const text = (category: SettingCategory, value: string, description: string, more: Partial<StringSetting> = {}): StringSetting => ({
	type: 'string',
	category,
	default: value,
	description,
	maxLength: 500,
	...more,
});
export const choice = <const Value extends string>(
	category: SettingCategory,
	value: NoInfer<Value>,
	values: readonly Value[],
	description: string,
): EnumSetting<Value> => ({
	type: 'enum',
	category,
	default: value,
	values,
	description,
});
export const list = (
	category: SettingCategory,
	value: string[],
	description: string,
	more: Pick<ListSetting, 'pattern'> = {},
): ListSetting => ({
	type: 'list',
	category,
	default: value,
	description,
	maxItems: 100,
	...more,
});
