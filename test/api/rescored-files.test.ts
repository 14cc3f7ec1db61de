import test from 'ava';
import {addMovie, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {buildFormatBody, buildProfileBody} from '#test/helpers/build-records.ts';
import {serve} from '#test/helpers/serve.ts';

test('scores are counted again when a format, a profile or the profile of a title changes', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const payloads = async () => {
		const queue = deps.jobs.queue('refresh');
		const jobs = await queue.getJobs(['waiting', 'prioritized']);
		await queue.drain();
		return jobs.filter(({name}) => name === 'rescore-files').map(({data}) => data.payload);
	};
	const everyFile = {titleIds: null, libraryId: null};
	const format = (await call('POST /api/custom-formats', {body: buildFormatBody()})).body;
	const profile = (await call('POST /api/quality-profiles', {body: buildProfileBody()})).body;
	t.deepEqual(await payloads(), []);
	t.is((await call(`PUT /api/custom-formats/${format.id}`, {body: buildFormatBody()})).status, 200);
	t.deepEqual(await payloads(), [everyFile]);
	t.is((await call(`PUT /api/quality-profiles/${profile.id}`, {body: buildProfileBody()})).status, 200);
	t.deepEqual(await payloads(), [everyFile]);

	const movie = await addMovie(served, buildMovieDetails());
	t.is((await call(`PUT /api/library/movies/${movie.id}`, {body: {monitored: false}})).status, 200);
	t.deepEqual(await payloads(), []);
	t.is((await call(`PUT /api/library/movies/${movie.id}`, {body: {qualityProfileId: profile.id}})).status, 200);
	t.deepEqual(await payloads(), [{titleIds: [movie.id], libraryId: null}]);
});
