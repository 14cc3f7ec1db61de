import test from 'ava';
import {chooseSites} from './choose.ts';
import {likeness, mutated, sitesIn} from './sites.ts';

const source = `import {a} from './a.ts';
/** 5 > 4 && 3 */
export function isDue(at: Array<Date>, limit = 30): boolean {
	if (at.length > limit && !at.includes(a)) {
		return /a && b/.test('x > y') || \`\${limit + 1} < 3\` === 'x';
	}
	return 'count: ' + limit !== '';
}
`;

test('each operator, constant and condition of the program is a place, but no type, text or comment', t => {
	t.deepEqual(
		sitesIn('a.ts', source).map(({line, from, to}) => `${line}: ${from} ${to}`),
		['3: 30 31', '4: if ( if (!', '4: > >=', '4: && ||', '4: ! ', '5: || &&', '5: + -', '5: 1 2', '5: === !==', '7: !== ==='],
	);
});

test('a change replaces its place alone, and the whole condition', t => {
	const places = sitesIn('a.ts', source);
	const lines = (from: string) => mutated(source, places.find(place => place.from === from)!).split('\n');
	t.is(lines('if (')[3], '\tif (!(at.length > limit && !at.includes(a))) {');
	t.is(lines('&&')[3], '\tif (at.length > limit || !at.includes(a)) {');
	t.is(lines('&&').length, source.split('\n').length);
});

test('a place is found again in another file, with other comments or other names', t => {
	const earlier = sitesIn('a.ts', source);
	const moved = source.replace('/** 5 > 4 && 3 */', '// Said otherwise.\n').replace('./a.ts', '#b/c.ts');
	const renamed = moved.replaceAll('limit', 'max');
	t.deepEqual(
		sitesIn('deep/b.ts', `const b = 7;\n${moved}`)
			.map(({id}) => id)
			.slice(1),
		earlier.map(({id}) => id),
	);
	const again = chooseSites(sitesIn('b.ts', renamed), {count: earlier.length, seed: 1, earlier});
	t.deepEqual(
		again.map(({from}) => from),
		earlier.map(({from}) => from),
	);
	t.true(likeness(['a', 'b', 'c'], ['a', 'x', 'c']) < 0.7);
});

test('places that no longer exist are replaced, in an order that depends on the seed', t => {
	const all = sitesIn('a.ts', source);
	const chosen = (seed: number) =>
		chooseSites(all, {count: 3, seed, earlier: sitesIn('b.ts', 'export const other = "x" === y;')}).map(({id}) => id);
	t.is(new Set(chosen(1)).size, 3);
	t.deepEqual(chosen(1), chosen(1));
	t.notDeepEqual(chosen(1), chosen(2));
});
