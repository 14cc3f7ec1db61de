import test from 'ava';
import {createImageCache} from '#shared/store/titles/image-cache.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {withFaces} from '#test/helpers/faces.ts';

const posterUrl = 'https://image.example/t/p/w500/poster.jpg';
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

test('pictures come from our shelf, at the addresses of titles and with a key in them', async t => {
	const served = await withFaces(t, {}, {http: {basePath: '/media'}});
	const {ask, url, key, deps} = served;
	await addMovie(served, {posterUrl, backdropUrl: null});
	const asked: string[] = [];
	await answerJobs(t, served, {
		fetchImage: async ({url: wanted}, {producer, prefix}) => {
			asked.push(wanted);
			return {imageId: await createImageCache({redis: producer, prefix}).leave(jpeg.toString('base64'))};
		},
	});
	const [{images, id}] = (await ask('GET /media/radarr/api/v3/movie')).body;
	t.deepEqual(images, [{coverType: 'poster', url: `/media/radarr/MediaCover/${id}/poster.jpg`, remoteUrl: posterUrl}]);
	const get = (path: string, headers = {}) => fetch(`${url}${path}`, {headers, redirect: 'manual'});
	const first = await get(`${images[0].url}?apikey=${key}`);
	t.is(first.status, 200);
	t.is(first.headers.get('content-type'), 'image/jpeg');
	t.deepEqual(Buffer.from(await first.arrayBuffer()), jpeg);
	t.deepEqual(asked, [posterUrl]);
	const again = await get(`${images[0].url}?apikey=${key}`, {'if-none-match': first.headers.get('etag') ?? ''});
	t.is(again.status, 304);
	// Some programs put the path of the API in front, and want it smaller.
	t.is((await get(`/media/radarr/api/v3/MediaCover/${id}/poster-250.jpg?apikey=${key}`)).status, 200);
	t.deepEqual(asked.slice(1), ['https://image.example/t/p/w185/poster.jpg']);
	t.is((await get(images[0].url)).status, 401);
	for (const file of ['fanart.jpg', 'logo.png', 'poster.exe', '..%2Fposter.jpg']) {
		t.is((await get(`/media/radarr/MediaCover/${id}/${file}?apikey=${key}`)).status, 404, file);
	}
	t.is((await get(`/media/sonarr/MediaCover/${id}/poster.jpg?apikey=${key}`)).status, 404);
	await deps.settings.set('images.source', 'provider', deps.now());
	t.is((await get(`${images[0].url}?apikey=${key}`)).headers.get('location'), posterUrl);
	t.is(asked.length, 2);
});
