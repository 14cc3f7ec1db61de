import test from 'ava';
import {NotFound, UpstreamFailed} from '#shared/errors.ts';
import {largestImage} from '#shared/jobs/refresh.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {openMetadata} from '#workers/integrations/metadata/open-metadata.ts';
import {handleFetchImage} from '#workers/refresh/look-up-titles.ts';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

test('pictures are fetched and checked: kind, size, and whose network it is', async t => {
	const replies: Record<string, [number, Buffer]> = {
		'/good.jpg': [200, jpeg],
		'/mirror/w500/good.jpg': [200, jpeg],
		'/page.jpg': [200, Buffer.from('<html>')],
		'/large.jpg': [200, Buffer.concat([jpeg, Buffer.alloc(largestImage)])],
		'/broken.jpg': [500, jpeg],
	};
	const answer: Parameters<typeof serveHttp>[1] = (request, response) => {
		const [status, body] = replies[request.url ?? ''] ?? [404, Buffer.from('')];
		response.writeHead(status, {'content-type': 'image/jpeg'}).end(body);
	};
	const [ours, foreign] = [await serveHttp(t, answer), await serveHttp(t, answer)];
	const {deps, run} = await withWorkerDeps(t);
	const {settings, http, now} = deps;
	const cache = {get: async () => null, put: async () => {}};
	const metadata = openMetadata({apiKey: null, url: '', imageUrl: ours, settings, http, cache, now});
	const fetch = (url: string) => handleFetchImage({url}, {...deps, metadata}, run());

	const {imageId} = await fetch(`${ours}/good.jpg`);
	t.is(await deps.imageCache.take(imageId), jpeg.toString('base64'));
	t.is(await deps.imageCache.take(imageId), null);
	for (const name of ['page', 'large', 'gone']) {
		await t.throwsAsync(fetch(`${ours}/${name}.jpg`), {instanceOf: NotFound, code: 'image_not_found'}, name);
	}
	await t.throwsAsync(fetch(`${ours}/broken.jpg`), {instanceOf: UpstreamFailed, code: 'provider_failed'});
	await t.throwsAsync(fetch(`${foreign}/good.jpg`), {instanceOf: UpstreamFailed, code: 'address_refused'});

	await settings.set('meta.imageUrl', `${ours}/mirror/`, now());
	for (const stored of ['https://image.tmdb.org/t/p/w500/good.jpg', `${ours}/w500/good.jpg`]) {
		t.truthy(await fetch(stored), 'titles that were read before have the new place too');
	}
});
