import test from 'ava';
import fc from 'fast-check';
import {
	byteLength,
	colonReplacements,
	defaultCharacters,
	replaceColons,
	safeName,
	safeText,
	truncateBytes,
} from '#shared/domain/naming/safe-name.ts';

const makes = test.macro<[string, string, string?]>({
	exec(t, name, expected, extension) {
		t.is(safeName(name, extension), expected);
	},
	title: (_, name, expected) => `${JSON.stringify(name)} becomes ${expected}`,
});

test(makes, 'Paper Harbor', 'Paper Harbor.mkv', '.mkv');
test(makes, 'Who? What: <Why> "Now" | a/b\\c*', 'Who! What - Why Now  a+b+c-');
test(makes, '..', '_');
test(makes, '.', '_');
test(makes, '', '_');
test(makes, '  . . ', '_');
test(makes, '../../etc/passwd', '+..+etc+passwd');
test(makes, '...And Then.', 'And Then');
test(makes, 'CON', '_CON');
test(makes, 'con.film', '_con.film');
test(makes, 'Nul', '_Nul.mkv', '.mkv');
test(makes, 'COM1', '_COM1');
test(makes, 'lpt³', '_lpt³');
test(makes, 'Console', 'Console');
test(makes, 'A\u0000B\u202eC\u200bD\n', 'ABCD');
test(makes, 'Ame\u0301lie', 'Amélie');
test(makes, 'lone \ud800 half', 'lone \ufffd half');
test(makes, 'x', 'x', '.m/../kv');

test('colons are replaced as the setting says', t => {
	t.deepEqual(
		colonReplacements.map(colon => replaceColons('A: B:C', {...defaultCharacters, colon, customColon: ';'})),
		['A BC', 'A- B-C', 'A - B -C', 'A -  B - C', 'A - B-C', 'A; B;C'],
	);
});

test('forbidden characters are left out if they are not to be replaced, and colons with them', t => {
	const text = 'A: B/C*D? <E> | "F"';
	t.is(safeText(text), 'A - B+C-D! E  F');
	t.is(safeText(text, {...defaultCharacters, replaceIllegal: false}), 'A BCD E  F');
	t.is(safeText('A: B', {colon: 'custom', customColon: '/:*', replaceIllegal: true}), 'A+- B');
});

test('a text is cut between characters', t => {
	t.is(truncateBytes('aé😀b', 2), 'a');
	t.is(truncateBytes('aé😀b', 3), 'aé');
	t.is(truncateBytes('aé😀b', 6), 'aé');
	t.is(truncateBytes('aé😀b', 7), 'aé😀');
	t.is(byteLength('aé😀b'), 8);
});

const anyText = fc.oneof(
	fc.string({unit: 'binary', maxLength: 400}),
	fc.string({
		unit: fc.constantFrom('.', ' ', '/', '\\', ':', 'a', 'é', 'e\u0301', '😀', 'ｃ', '\u0301', '\ud800', '\u0000', '\u200b', '\t', '漢'),
		maxLength: 400,
	}),
	fc.constantFrom('con', 'AUX', 'com¹', 'nul.', 'prn .txt', 'CONIN$').chain(name => fc.string({maxLength: 4}).map(tail => name + tail)),
);
const extension = fc.constantFrom('', '.mkv', '.mp4', '.', '.a/b', '. ');
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

test('whatever the name, the segment is safe on every file system', t => {
	t.notThrows(() =>
		fc.assert(
			fc.property(anyText, extension, (name, ending) => {
				const safe = safeName(name, ending);
				return (
					safe !== '' &&
					new TextEncoder().encode(safe).length <= 255 &&
					safe === safe.normalize('NFC') &&
					safe.isWellFormed() &&
					// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
					!/[\\/:*?"<>|\u0000-\u001f\u007f-\u009f]/.test(safe) &&
					!/^[\s.]|[\s.]$/.test(safe) &&
					!reserved.test(safe)
				);
			}),
			{numRuns: 3000},
		),
	);
});

test('a safe name stays as it is', t => {
	t.notThrows(() =>
		fc.assert(
			fc.property(anyText, name => safeName(safeName(name)) === safeName(name)),
			{numRuns: 1000},
		),
	);
});

test('a value never divides a path', t => {
	t.notThrows(() => fc.assert(fc.property(anyText, text => !/[\\/]/.test(safeText(text)))));
});
