/** @typedef {'system' | 'light' | 'dark'} Theme */

export const themes = /** @type {const} */ (['system', 'light', 'dark']);
const key = 'kinoteka.theme';

/** @returns {Theme} */
export function storedTheme() {
	const stored = localStorage.getItem(key);
	return themes.find(theme => theme === stored) ?? 'system';
}

/** @param {Theme} theme */
export function setTheme(theme) {
	localStorage.setItem(key, theme);
	applyTheme(theme);
}

/** @param {Theme} theme */
export function applyTheme(theme) {
	document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
}
