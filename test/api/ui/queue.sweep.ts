import {publishItemUpdated} from '#shared/events/queue.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi} from '#test/helpers/ui/open-ui.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

browserTest('the time left of a download follows its progress, and its reasons follow its state', async t => {
	t.timeout(120_000);
	const {deps, url} = await serve(t);
	await addUser(deps, 'root', 'admin');
	const {id} = await deps.downloads.add(
		buildItem({state: 'downloading', status: 'downloading', size: 1000, sizeLeft: 900, secondsLeft: 7200}),
	);
	const tell = async (change: Parameters<typeof deps.downloads.change>[1]) => {
		const item = await deps.downloads.change(id, change);
		t.truthy(item);
		await publishItemUpdated(item!, deps); // it was found
	};
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/queue'`);
	await ui.see('2 h left');
	await tell({transfer: {sizeLeft: 500, secondsLeft: 120}});
	await ui.see('50 %');
	await ui.see('2 min left');
	await tell({status: 'warning', health: 'warning', errorMessage: 'Nobody has the rest.'});
	await ui.see('Nobody has the rest.');
	t.deepEqual(ui.faults, []);
});
