import test from 'ava';
import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {buildRelease} from '#test/helpers/build-release.ts';
import {unjudged} from '#test/helpers/unjudged.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails, release as title} from '#test/helpers/world/movie.ts';
import {handleJudgeOffered} from '#workers/search/judge-offered.ts';

test('an offered release is matched and judged as one of a feed, and what is not there is refused', async t => {
	const {deps, run, addMovie} = await withWorkerDeps(t);
	const movie = await addMovie(movieDetails);
	const judge = async (name: string): Promise<JudgedRelease | undefined> => {
		const release = buildRelease({guid: name, title: name, indexerId: 'offered', downloadUrl: 'https://site.example/1?passkey=1'});
		await deps.releaseCache.put('offer', {releases: [unjudged(release)], indexerResults: [], searchTime: deps.now()});
		const {searchId} = await handleJudgeOffered({indexerId: 'offered', guid: name, mode: 'movie'}, deps, run());
		return (await deps.releaseCache.readSearch(searchId))?.releases[0];
	};
	t.like(await judge(title), {approved: true, mappedMovie: {id: movie.id}, judgement: {quality: 'WEBDL-1080p'}});
	t.like(await judge('Another.Film.2020.1080p.WEB-DL.x264-NOBODY'), {approved: false, mappedMovie: null, rejections: ['Unknown movie']});
	t.like(await judge('The.Quiet.Harbour.2019.CAM.x264-NOBODY'), {approved: false, mappedMovie: {id: movie.id}});
	await t.throwsAsync(handleJudgeOffered({indexerId: 'offered', guid: 'gone', mode: 'movie'}, deps, run()), {code: 'release_expired'});
});
