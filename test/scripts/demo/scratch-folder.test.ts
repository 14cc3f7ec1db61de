import {existsSync, mkdirSync, utimesSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {makeScratchFolder} from '#scripts/demo/run-demo.ts';
import {lockFolder} from '#scripts/embedded/data-lock.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const anHourAgo = new Date(Date.now() - 3_600_000);

function leftover(parent: string, name: string): string {
	const folder = join(parent, name);
	mkdirSync(join(folder, 'data'), {recursive: true});
	return folder;
}

test('a demo removes what earlier demos left, but not what runs, is young, or is not a demo', t => {
	const parent = tempFolder(t);
	const [old, running, other] = ['kinoteka-demo-old', 'kinoteka-demo-running', 'films'].map(name => leftover(parent, name));
	const lock = lockFolder(join(running!, 'data')); // three names, three folders
	t.teardown(() => lock.release());
	for (const folder of [old, running, other]) {
		utimesSync(folder!, anHourAgo, anHourAgo); // as above
	}
	const young = leftover(parent, 'kinoteka-demo-young');
	const fresh = makeScratchFolder(parent);
	t.deepEqual(
		[old, running, other, young, fresh].map(folder => existsSync(folder!)), // as above
		[false, true, true, true, true],
	);
});
