import {store, stored} from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';

export const themes = ['system', 'light', 'dark'] as const;

export const themeChoices = [
	{value: 'system', label: 'As the system'},
	{value: 'light', label: 'Light'},
	{value: 'dark', label: 'Dark'},
];

export function storedTheme(): Theme {
	const last = stored('theme');
	return themes.find(theme => theme === last) ?? 'system';
}

/** The document itself applies the stored one, before anything is drawn. */
export function setTheme(theme: Theme) {
	store('theme', theme);
	document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
}
