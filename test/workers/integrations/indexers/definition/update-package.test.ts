import test from 'ava';
import {buildZip} from '#test/helpers/build-zip.ts';
import {readPackage} from '#workers/integrations/indexers/definition/update-package.ts';

const keysOf = async (...names: string[]) =>
	(await readPackage(buildZip(names.map(name => ({name, content: 'id: a'}))))).map(({version, texts}) => [version, [...texts.keys()]]);

test('definitions lie in folders by their version, of which the newest comes first, or in the largest folder', async t => {
	t.deepEqual(await keysOf('a.yml', 'b.yml', 'notes.txt'), [[null, ['a', 'b']]]);
	t.deepEqual(await keysOf('set/definitions/v9/a.yml', 'set/definitions/v11/a.yml', 'set/definitions/v11/b.yml', 'set/ci.yml'), [
		[11, ['a', 'b']],
		[9, ['a']],
		[null, ['ci']],
	]);
	t.deepEqual(await keysOf('.github/work.yml', 'src/Definitions/a.yml', 'src/Definitions/b.yml'), [
		[null, ['a', 'b']],
		[null, ['work']],
	]);
});

test('a file that is too large is listed and not read', async t => {
	const zip = buildZip([
		{name: 'a.yml', content: 'id: a'},
		{name: 'b.yml', content: '#'.repeat(300_000)},
	]);
	const [set] = await readPackage(zip);
	t.deepEqual([[...(set?.texts.keys() ?? [])], set?.tooLarge], [['a'], ['b']]);
});

const good = {name: 'a.yml', content: 'id: a'};
const many = (count: number, size: number) =>
	Array.from({length: count}, (_, index) => ({name: `f${index}.yml`, content: '#'.repeat(size)}));
const hostile: Record<string, () => Buffer> = {
	'no zip': () => Buffer.from('no zip at all'),
	'a truncated zip': () => buildZip(many(20, 1000)).subarray(0, 900),
	'a zip without a definition': () => buildZip([{name: 'readme.txt', content: 'x'}]),
	'a climbing zip': () => buildZip([good, {name: '../b.yml', content: 'id: b'}]),
	'a zip that climbs within': () => buildZip([good, {name: 'v11/../../b.yml', content: 'id: b'}]),
	'an absolute name': () => buildZip([good, {name: '/etc/b.yml', content: 'id: b'}]),
	'a name of Windows': () => buildZip([good, {name: 'c:\\b.yml', content: 'id: b'}]),
	'a file that is larger than it says': () => buildZip([{name: 'b.yml', content: '#'.repeat(400_000), declaredSize: 100}]),
	'one name twice': () => buildZip([good, good]),
	'too many entries': () => buildZip(many(5001, 1)),
	'a bomb of many files': () => buildZip(many(300, 250_000)),
};

test('packages that are not harmless are refused', async t => {
	for (const [name, build] of Object.entries(hostile)) {
		await t.throwsAsync(readPackage(build()), {code: 'package_unusable'}, name);
	}
});
