import {readdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {partialBeside, sweepPartials} from '#workers/integrations/files/place-file.ts';

test('two workers that clear the same folder at once take only what their owner left, and neither fails', async t => {
	const folder = tempFolder(t);
	const target = join(folder, 'Film.mkv');
	const partials = Array.from({length: 200}, (_, index) => partialBeside(target, 'item', `token${index}`));
	const foreign = partialBeside(target, 'other', 'token');
	await Promise.all([target, foreign, ...partials].map(path => writeFile(path, 'bytes')));
	await Promise.all([sweepPartials(folder, 'item'), sweepPartials(folder, 'item'), sweepPartials(folder, 'item')]);
	t.deepEqual((await readdir(folder)).map(name => join(folder, name)).sort(), [target, foreign].sort());
});
