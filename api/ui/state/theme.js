import {store, stored} from './stored.js';

/** @typedef {'system' | 'light' | 'dark'} Theme */

export const themes = /** @type {const} */ (['system', 'light', 'dark']);

export const themeChoices = [
	{value: 'system', label: 'As the system'},
	{value: 'light', label: 'Light'},
	{value: 'dark', label: 'Dark'},
];

/** @returns {Theme} */
export function storedTheme() {
	const last = stored('theme');
	return themes.find(theme => theme === last) ?? 'system';
}

/** The document itself applies the stored one, before anything is drawn. @param {Theme} theme */
export function setTheme(theme) {
	store('theme', theme);
	document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
}
