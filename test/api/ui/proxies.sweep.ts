import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const box = (name: string) => `::-p-aria([name="${name}"][role="textbox"])`;

browserTest('a proxy with a login is added on the page, and shown without its password', async t => {
	const served = await serve(t);
	const {deps} = served;
	await answerJobs(t, served, {checkConnection: async () => {}});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	await ui.page.evaluate(`location.hash = '#/settings/proxies'`);
	await ui.see('Indexers are asked directly.');
	await ui.page.setViewport({width: 390, height: 844});
	await ui.click('::-p-aria([name="Add a proxy"][role="button"])');
	await ui.fill(box('Name'), 'Tunnel');
	await ui.page.locator('dialog select').fill('socks5');
	await ui.fill(box('URL'), 'socks5://proxy.test:1080');
	await ui.fill(box('Username'), 'vera');
	await ui.fill('dialog input[type=password]', 'right horse');
	t.deepEqual(await seriousFindings(ui), []);
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	await ui.click('dialog [type=submit]');
	await ui.page.waitForFunction(`!document.querySelector('dialog')`);
	await ui.see('Tunnel');
	const [proxy] = await deps.proxies.list();
	t.like(proxy, {kind: 'socks5', url: 'socks5://proxy.test:1080', username: 'vera', password: 'right horse'});
	t.false(await ui.page.evaluate(`document.body.innerHTML.includes('right horse')`));
	t.deepEqual(ui.faults, []);
});
