import {useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {setTheme, storedTheme, themes} from '../state/theme.js';

const buttons = /** @type {const} */ ({
	system: {icon: 'system', label: 'System colors'},
	light: {icon: 'sun', label: 'Light colors'},
	dark: {icon: 'moon', label: 'Dark colors'},
});

/** Goes through the three choices. */
export function ThemeSwitch() {
	const [theme, setShown] = useState(storedTheme);
	const change = () => {
		const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
		setTheme(next);
		setShown(next);
	};
	return html`<${Button} bare icon=${buttons[theme].icon} label=${buttons[theme].label} onClick=${change} />`;
}
