import {useState} from 'preact/hooks';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {setTheme, storedTheme, themes} from '../state/theme.ts';

const buttons = {
	system: {icon: 'system', label: 'System colors'},
	light: {icon: 'sun', label: 'Light colors'},
	dark: {icon: 'moon', label: 'Dark colors'},
} as const;

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
