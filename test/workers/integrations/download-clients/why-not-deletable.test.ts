import test from 'ava';
import fc from 'fast-check';
import {whyNotDeletable} from '#workers/integrations/download-clients/client-folders.ts';

const part = fc.constantFrom('a', 'b', 'downloads', 'films', 'films 2');
const folder = fc.array(part, {maxLength: 5}).map(parts => `/${parts.join('/')}`);
const isIn = (path: string, other: string) => path === other || path.startsWith(`${other === '/' ? '' : other}/`);

test('what may go lies strictly below a folder of the client, and touches nothing that is guarded', t => {
	let allowed = 0;
	fc.assert(
		fc.property(folder, fc.array(folder, {maxLength: 3}), fc.array(folder, {maxLength: 3}), (path, own, guarded) => {
			if (whyNotDeletable(path, {own, guarded, open: []}) !== null) {
				return true;
			}
			allowed += 1;
			return own.some(each => path !== each && isIn(path, each)) && !guarded.some(each => isIn(path, each) || isIn(each, path));
		}),
		{numRuns: 5000},
	);
	t.true(allowed > 100, 'some of them may go');
});

test('what is below a folder of the client and far from all others may go', t => {
	fc.assert(
		fc.property(
			folder,
			part,
			(above, name) => whyNotDeletable(`/client${above}/${name}`, {own: ['/client'], guarded: ['/films', '/client 2'], open: []}) === null,
		),
	);
	t.pass();
});

for (const [path, rules, isAllowed] of [
	['/downloads/film', {}, true],
	['/downloads', {}, false],
	['/', {own: ['/']}, false],
	['/downloads-2/film', {}, false],
	['/downloads/film', {own: []}, false],
	['/films/a', {own: null}, false],
	['/elsewhere/a', {own: null}, true],
	['/data/downloads/abc', {own: null}, true],
	['/data/downloads', {own: null}, false],
	['/data/backups/abc', {own: null}, false],
	['/data/downloads/films/a', {own: null, guarded: ['/data', '/data/downloads/films']}, false],
] as const) {
	test(`${path} by ${JSON.stringify(rules)} ${isAllowed ? 'may' : 'must not'} go`, t => {
		const reason = whyNotDeletable(path, {own: ['/downloads'], guarded: ['/films', '/data'], open: ['/data/downloads'], ...rules});
		t.is(reason === null, isAllowed, String(reason));
	});
}
