import {readdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {NotFound, UpstreamFailed} from '#shared/errors.ts';
import {createImageCache} from '#shared/store/titles/image-cache.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';
import {until} from '#test/helpers/until.ts';

const posterUrl = 'https://image.example/t/p/w500/poster.jpg';
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, {recursive: true, withFileTypes: true});
	return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

test('a poster is fetched once by a worker, and then comes from our folder with long caching', async t => {
	const served = await serve(t);
	const {id} = await addMovie(served, {posterUrl, backdropUrl: null, images: [{type: 'poster', url: posterUrl}]});
	const asked: string[] = [];
	await answerJobs(t, served, {
		fetchImage: async ({url}, {producer, prefix}) => {
			asked.push(url);
			// As workers make theirs: they give it no secrets.
			return {imageId: await createImageCache({redis: producer, prefix}).leave(jpeg.toString('base64'))};
		},
	});
	const {body: list} = await served.call('GET /api/library/movies');
	const address: string = list.movies[0].posterUrl;
	t.regex(address, /^\/api\/images\/[\w-]+$/);
	t.is(list.movies[0].backdropUrl, null);
	const {body: detail} = await served.call(`GET /api/library/movies/${id}`);
	t.is(detail.posterUrl, address);
	t.deepEqual(detail.images, [{type: 'poster', url: address}]);

	const get = async (headers = {}) => fetch(served.url + address, {headers: {...(await served.headersOf('user')), ...headers}});
	const first = await Promise.all([get(), get()]);
	const later = await get();
	for (const response of [...first, later]) {
		t.is(response.status, 200);
		t.deepEqual(Buffer.from(await response.arrayBuffer()), jpeg);
		t.like(Object.fromEntries(response.headers), {
			'content-type': 'image/jpeg',
			'cache-control': 'private, max-age=31536000, immutable',
			'x-content-type-options': 'nosniff',
		});
	}
	t.deepEqual(asked, [posterUrl]);
	t.is((await filesIn(join(served.directory, 'data/images'))).length, 1);
	const unchanged = await get({'if-none-match': later.headers.get('etag') ?? ''});
	t.deepEqual([unchanged.status, await unchanged.text()], [304, '']);
});

test('addresses are only those that replies named, and need credentials', async t => {
	const served = await serve(t);
	await addMovie(served, {posterUrl});
	const address: string = (await served.call('GET /api/library/movies')).body.movies[0].posterUrl;
	t.is((await served.call(`GET ${address}`, {as: 'nobody'})).status, 401);
	const forged = [
		`${address}A`,
		address.slice(0, -1),
		'/api/images/x',
		`/api/images/${Buffer.from('http://127.0.0.1/').toString('base64url')}`,
	];
	for (const each of forged) {
		const {status, body} = await served.call(`GET ${each}`);
		t.deepEqual([status, body.code], [404, 'image_not_found'], each);
	}
});

test('a picture that the provider lacks is asked for once, a failure again', async t => {
	const served = await serve(t);
	await addMovie(served, {posterUrl});
	const address: string = (await served.call('GET /api/library/movies')).body.movies[0].posterUrl;
	const failures = [new UpstreamFailed('provider_failed', 'It broke.'), new NotFound('image_not_found', 'It is gone.')];
	await answerJobs(t, served, {fetchImage: async () => Promise.reject(failures.shift() ?? new Error('asked again'))});
	t.is((await served.call(`GET ${address}`)).status, 502);
	t.is((await served.call(`GET ${address}`)).status, 404);
	t.is((await served.call(`GET ${address}`)).status, 404);
});

test('a picture that takes long holds up no browser: it is there once it was fetched', async t => {
	const served = await serve(t, {waits: {imageMs: 300}});
	await addMovie(served, {posterUrl});
	const address: string = (await served.call('GET /api/library/movies')).body.movies[0].posterUrl;
	const provider = Promise.withResolvers<void>();
	let fetches = 0;
	await answerJobs(t, served, {
		async fetchImage(_, {imageCache}) {
			fetches += 1;
			await provider.promise;
			return {imageId: await imageCache.leave(jpeg.toString('base64'))};
		},
	});
	const {status, body} = await served.call(`GET ${address}`);
	t.deepEqual([status, body.reason], [503, 'image_pending']);
	provider.resolve();
	await until(async () => (await served.call(`GET ${address}`)).status === 200);
	t.is(fetches, 1);
});

test('images.source chooses whose addresses replies show', async t => {
	const served = await serve(t, {http: {basePath: '/kino'}});
	const {id} = await addMovie(served, {posterUrl, images: [{type: 'poster', url: posterUrl}]});
	const shown = async (source: string) => {
		await served.call('PUT /kino/api/settings/images.source', {body: {value: source}});
		const {body: list} = await served.call('GET /kino/api/library/movies');
		const {body: detail} = await served.call(`GET /kino/api/library/movies/${id}`);
		t.is(list.movies[0].posterUrl, detail.posterUrl);
		return [detail.posterUrl, detail.images.length];
	};
	t.deepEqual(await shown('provider'), [posterUrl, 1]);
	t.deepEqual(await shown('none'), [null, 0]);
	t.regex(String((await shown('proxy'))[0]), /^\/kino\/api\/images\//);
});

test('a folder that cannot be written costs only speed', async t => {
	const served = await serve(t);
	await addMovie(served, {posterUrl});
	await writeFile(join(served.directory, 'data'), 'a file');
	await answerJobs(t, served, {fetchImage: async (_, {imageCache}) => ({imageId: await imageCache.leave(jpeg.toString('base64'))})});
	const address: string = (await served.call('GET /api/library/movies')).body.movies[0].posterUrl;
	t.is((await served.call(`GET ${address}`)).status, 200);
	t.is((await served.call(`GET ${address}`)).status, 200);
});
