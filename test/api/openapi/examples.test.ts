import test from 'ava';
import {addMovie} from '#test/helpers/build-movie.ts';
import {documentOf} from '#test/helpers/openapi-document.ts';
import {serve} from '#test/helpers/serve.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

/** Rules about several fields, which the schemas do not say. */
const sent = {
	'POST /api/language-profiles': 201,
	'POST /api/subtitle-providers': 201,
	'POST /api/download-clients': 201,
	'POST /api/indexers': 201,
	'POST /api/custom-formats/import': 200,
	'POST /api/manual-import': 202,
	'POST /api/queue/{id}/import': 202,
	'PUT /api/library/movies/bulk': 200,
	'PUT /api/library/series/bulk': 200,
} as const;

test('examples are accepted as they are, once their ids are those of records', async t => {
	const served = await serve(t);
	const {deps, call} = served;
	const document = await documentOf(t);
	const {id: movieId} = await addMovie(served);
	await deps.rootFolders.add({name: 'Films', path: '/media/movies'}, deps.now());
	const item = await deps.downloads.add(buildItem({movieId: 'other'}));
	for (const [line, status] of Object.entries(sent)) {
		const [method = '', path = ''] = line.split(' ');
		const reported = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example;
		const body = JSON.parse(JSON.stringify(reported).replaceAll('5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10', movieId));
		const reply = await call(`${method} ${path.replace('{id}', item.id)}`, {body});
		t.is(reply.status, status, `${line} ${JSON.stringify(reported)} ${JSON.stringify(reply.body)}`);
		if (line === 'POST /api/custom-formats/import') {
			t.regex(JSON.stringify(reply.body), /x265/, 'it imports something');
		}
	}
});
