import {readdirSync, readFileSync} from 'node:fs';
import test from 'ava';

const folder = new URL('../../../api/ui/styles/', import.meta.url);
const tokens = readFileSync(new URL('0-tokens.css', folder), 'utf8');

/** Both values of each color, and the only one of those that are the same in both themes; of two, the last one counts. */
const colorsOf = (text: string) =>
	new Map(
		[...text.matchAll(/--([\w-]+): (?:light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)|(#[\da-f]{6}));/g)].map(
			([, name = '', light, dark, both = '']) => [name, [light ?? both, dark ?? both]] as const,
		),
	);
const usual = colorsOf(tokens.split(':root[data-states', 1)[0] ?? '');
/** With those of people who cannot tell red from green. */
const marked = colorsOf(tokens);

function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
		.map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
	const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
	return (high + 0.05) / (low + 0.05);
}

const grounds = ['ground', 'surface', 'raised', 'sunken'];
/** Letters, and what they stand on. */
const letters: [string, string[]][] = [
	['text', [...grounds, 'accent-soft']],
	['muted', [...grounds, 'accent-soft']], // also disabled buttons, on `sunken`
	['accent', [...grounds, 'accent-soft', 'ok-soft']],
	['on-accent', ['accent-ground', 'accent-hover']],
	['ok', ['ok-soft', ...grounds]],
	['warn', ['warn-soft', ...grounds]],
	['bad', ['bad-soft', ...grounds]],
];
/** Borders of fields, focus, bars and dots. */
const shapes: [string, string[]][] = [
	['line-strong', ['ground', 'surface', 'raised']],
	['accent', grounds],
	['accent-ground', grounds],
	['warn-mark', ['ground']],
	['ok', ['sunken']],
	['warn', ['sunken']],
	['bad', ['sunken']],
];

const weak = (colors: typeof usual, pairs: [string, string[]][], least: number) =>
	pairs.flatMap(([front, backs]) =>
		backs.flatMap(back =>
			[0, 1].flatMap(theme => {
				const [a = '', b = ''] = [colors.get(front)?.[theme], colors.get(back)?.[theme]];
				return contrast(a, b) >= least ? [] : [`${front} on ${back}, ${theme === 0 ? 'light' : 'dark'}`];
			}),
		),
	);

test('letters are readable in both themes, and shapes can be told from what they lie on', t => {
	for (const colors of [usual, marked]) {
		t.deepEqual(weak(colors, letters, 4.5), []);
		t.deepEqual(weak(colors, shapes, 3), []);
	}
	t.notDeepEqual(usual.get('ok'), marked.get('ok'));
});

test('colors have one place, with a value for each theme', t => {
	const strays = readdirSync(folder)
		.filter(name => name !== '0-tokens.css')
		.flatMap(name =>
			readFileSync(new URL(name, folder), 'utf8')
				.split('\n')
				.filter(line => /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(/i.test(line))
				.map(line => `${name}: ${line.trim()}`),
		);
	t.deepEqual(strays, []);
});
