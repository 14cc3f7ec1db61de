import type {Definition, DefinitionSetting} from './definition.ts';
import type {Value} from './template.ts';

/** What a person entered, by name: a tick box is a boolean, a choice its key, several a list, all else text. */
export type SettingValues = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;

const isOn = (value: SettingValues[string]) => value === true || /^(?:true|yes|y|on|1)$/i.test(textOf(value)?.trim() ?? '');
const textOf = (value: SettingValues[string]) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);

/** The value of a ticked box in templates; an unticked one has no value. */
export const ticked = 'True';

/** Several choices are stored as their keys with commas between them. */
function keysIn({options}: DefinitionSetting, text: string | null): string[] | null {
	const chosen = text?.split(',').map(key => key.trim());
	return chosen ? options.map(([key]) => key).filter(key => chosen.includes(key)) : null;
}

/** The value of a setting in templates; undefined for one that only informs. */
function readValue(setting: DefinitionSetting, given: SettingValues[string]): Value | undefined {
	switch (setting.type) {
		case 'text':
		case 'password':
			return textOf(given) ?? setting.default;
		case 'checkbox':
			return isOn(given ?? setting.default ?? undefined) ? ticked : null;
		case 'select':
			return textOf(given) ?? setting.default ?? setting.options[0]?.[0] ?? null;
		case 'multi-select':
			return Array.isArray(given) ? given : (keysIn(setting, textOf(given)) ?? setting.defaults);
		default:
			return undefined;
	}
}

/** `.Config.` and the name of each setting. What is not given has its default. */
export function settingVariables({settings}: Pick<Definition, 'settings'>, values: SettingValues): [string, Value][] {
	return settings.flatMap(setting => {
		const value = readValue(setting, Object.hasOwn(values, setting.name) ? values[setting.name] : undefined);
		return value === undefined ? [] : [[`.Config.${setting.name}`, value] satisfies [string, Value]];
	});
}

/** Whether its value opens an account. Definitions are free in their names, and some keep keys in plain texts. */
export function isSecret({name, type}: Pick<DefinitionSetting, 'name' | 'type'>): boolean {
	return type === 'password' || (type === 'text' && /cookie|key|token|pass|pin|2fa/i.test(name));
}
