import test from 'ava';
import {torrentItem, torrentLine} from '#test/helpers/grab-line.ts';
import {handleHandOverFile} from '#workers/grab/hand-over-file.ts';

test('a file for another program is fetched as a grab of the indexer, and left where the API finds it', async t => {
	const {deps, run, request} = await torrentLine(t, [torrentItem('good', 'ab')]);
	const {guid, indexerId} = request('good');
	await handleHandOverFile({guid, indexerId}, deps, run());
	t.regex((await deps.keptFiles.find({guid, indexerId}))?.magnetUrl ?? '', /^magnet:\?xt=urn:btih:/);
	t.like(
		(await deps.indexerActivity.statistics(1, deps.now())).find(each => each.indexerId === indexerId),
		{grabs: 1},
	);
	await t.throwsAsync(handleHandOverFile({guid: 'other', indexerId}, deps, run()), {name: 'NotFound'});
});
