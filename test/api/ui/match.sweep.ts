import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('a wrong match is corrected on the page of the title', async t => {
	const served = await serve(t);
	const {deps} = served;
	const {id} = await addMovie(served);
	const asked: unknown[] = [];
	const found = {metaId: 99, title: 'The Loud Harbour', year: 2018, overview: 'Something happens.', posterUrl: null};
	await answerJobs(t, served, {
		lookUpTitles: async () => ({titles: [found as never]}),
		rematchTitle: async payload => {
			asked.push(payload);
			return {title: 'The Loud Harbour'};
		},
	});
	await addUser(deps, 'vera', 'user');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	await ui.page.evaluate(`location.hash = '#/movies/${id}'`);
	await ui.more('Correct the match');
	await ui.click(button('Choose The Loud Harbour (2018)'));
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click(button('This is it'));
	await ui.see('It is The Loud Harbour now.');
	t.deepEqual(asked, [{kind: 'movie', titleId: id, metaId: 99}]);
	t.deepEqual(ui.faults, []);
});
