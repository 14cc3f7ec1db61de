import test from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
/** Jobs that a process of the pool `refresh` runs at a time. */
const concurrency = 4;
const forOneCaller = 3;

test('the questions of one caller leave a worker for the others, also if he hangs up and asks again', async t => {
	const served = await serve(t);
	const slow = Array.from({length: 6}, (_, index) => `https://image.example/slow${index}.jpg`);
	const quick = 'https://image.example/quick.jpg';
	const begun: string[] = [];
	const [allBegun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	await answerJobs(t, served, {
		concurrency,
		fetchImage: async ({url}, {imageCache}) => {
			begun.push(url);
			if (begun.length === forOneCaller) {
				allBegun.resolve();
			}
			await (url === quick ? undefined : mayEnd.promise);
			return {imageId: await imageCache.leave(jpeg.toString('base64'))};
		},
	});
	const addressOf = new Map<string, string>();
	for (const [index, posterUrl] of [...slow, quick].entries()) {
		const {id} = await addMovie(served, {posterUrl, metaId: index + 1, imdbId: `tt${index}`, title: `Film ${index}`});
		addressOf.set(posterUrl, (await served.call(`GET /api/library/movies/${id}`)).body.posterUrl);
	}
	const headers = await served.headersOf('streaming');
	const leaving = new AbortController();
	const ask = (url: string, signal: AbortSignal | null = null) => fetch(served.url + addressOf.get(url), {headers, signal});
	const left = slow.map(url => ask(url, leaving.signal).catch(() => null));
	await allBegun.promise;
	leaving.abort();
	await Promise.all(left);
	const again = slow.map(url => ask(url));
	t.is((await served.call(`GET ${addressOf.get(quick)}`)).status, 200);
	t.is(begun.filter(url => url !== quick).length, forOneCaller);
	mayEnd.resolve();
	t.deepEqual(
		(await Promise.all(again)).map(({status}) => status),
		slow.map(() => 200),
	);
});
