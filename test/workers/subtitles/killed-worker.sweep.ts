import {randomUUID} from 'node:crypto';
import {mkdir, readdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {fetchSubtitles} from '#shared/jobs/subtitles.ts';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {until} from '#test/helpers/until.ts';
import {startWorker} from '#test/helpers/worker-process.ts';
import {offered} from '#test/helpers/world/subtitles.ts';
import {createWorld, type World} from '#test/helpers/world.ts';

const films = 6;
/** Downloads after which a worker is killed. */
const killedAt = [1, 4];
const subtitlesOnly = {env: {WORKER_POOLS: 'subtitles'}};

async function addFilm({deps, library, addMovie}: World<'subtitles'>, number: number): Promise<string> {
	const title = `Film ${number}`;
	const names = {title, originalTitle: title, alternativeTitles: [], year: 2001};
	const {id} = await addMovie(buildMovieDetails({metaId: 100 + number, imdbId: null, ...names}));
	const path = join(library, `${title} (2001)`, `${title} (2001).mkv`);
	await mkdir(dirname(path));
	await writeFile(path, Buffer.alloc(150_000, number + 1));
	const usual = buildMediaFile();
	// As short as its subtitle is.
	const mediaInfo = usual.mediaInfo && {...usual.mediaInfo, durationSeconds: 60};
	await deps.movies.setFile(id, buildMediaFile({id: randomUUID(), path, size: 150_000, releaseTitle: null, mediaInfo}), deps.now());
	return id;
}

test('workers that are killed while they fetch leave each film with one subtitle', async t => {
	const numbers = Array.from({length: films}, (_, index) => index + 1);
	const site = numbers.map(number =>
		offered(number, {title: `Film ${number}`, year: 2001, imdbNumber: 900 + number, tmdbId: 100 + number, release: `Film.${number}.2001`}),
	);
	const world = await createWorld(t, {subtitles: site});
	const {deps, library} = world;
	const ids: string[] = [];
	for (const number of numbers) {
		ids.push(await addFilm(world, number));
	}
	// A download that waited for the quota in vain leaves its title to the next run of the task.
	const queueAll = () => Promise.all(ids.map(id => deps.jobs.enqueue(fetchSubtitles, {owner: {type: 'movie', id}, reason: 'missing'})));
	const downloads = () => world.site.downloads.reduce((sum, each) => sum + (each ?? 0), 0);
	for (const count of killedAt) {
		const {child, ended} = startWorker(t, world, subtitlesOnly);
		await until(async () => {
			await queueAll();
			return downloads() >= count || child.exitCode !== null;
			// Each lease and each job of a dead worker is waited for, half a minute at a time.
		});
		child.kill('SIGKILL');
		await ended;
	}
	startWorker(t, world, subtitlesOnly);
	const total = async () => (await deps.history.page({page: 1, limit: 1, event: 'subtitleDownloaded'})).total;
	const isBusy = async () =>
		(await total()) < films || (await deps.fetchedSubtitles.ownersBefore(new Date(Date.now() + 60_000), 1)).length > 0;
	await until(async () => {
		await queueAll();
		return !(await isBusy());
	});
	t.is(await total(), films);
	for (const [index, id] of ids.entries()) {
		const number = numbers[index];
		const folder = join(library, `Film ${number} (2001)`);
		t.deepEqual((await readdir(folder)).sort(), [`Film ${number} (2001).en.srt`, `Film ${number} (2001).mkv`]);
		const {file} = await deps.movies.get(id);
		t.like(file?.subtitles?.list, [{source: 'downloaded', provider: 'OpenSubtitles'}]);
		t.deepEqual(file?.subtitles?.missing, []);
	}
	// A download is lost only if its worker dies between the answer of the site and our first write.
	t.true(downloads() <= films + 4 * killedAt.length, String(downloads()));
});
