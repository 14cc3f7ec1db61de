import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {MovieReply} from '#scripts/demo/replies.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {account, type PrivateSite, privateSite, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, filesBelow, historyOf, sandboxRelease, until} from '#test/helpers/line/steps.ts';
import {openUi} from '#test/helpers/ui/open-ui.ts';

const spring = {metaId: 593048, imdb: 'tt9249278', title: 'Spring.2019.1080p.BluRay.x264-OPENREEL'};
const settings = `  - {name: username, type: text, label: User name}
  - {name: password, type: password, label: Password}
  - {name: door, type: info_flaresolverr}`;
const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;
/** An address that the site has left. */
const left = 'http://127.0.0.1:1/';

/** At its next request for this path the site has forgotten everybody. */
function forgetsAt(site: PrivateSite, wanted: string, then = () => {}): void {
	site.answer = ({path}) => {
		if (path === wanted) {
			site.forgetAll();
			site.answer = () => false;
			then();
		}
		return false;
	};
}

browserTest('a film comes from a private site behind a challenge, which forgets its member while a worker is killed', async t => {
	const line = await startLine(t);
	const {api, dataFolder, library, world} = line;
	await api.put(`/api/indexers/${line.indexerId}`, {enabled: false});
	const release = sandboxRelease(spring.title);
	const site = await privateSite(t, {torrent: await world.seeder.torrentOf(release), challengeMs: 300});
	site.rows = [{id: 1, title: release.title, size: `${release.size} B`, imdb: spring.imdb}];
	await mkdir(join(dataFolder, 'definitions'), {recursive: true});
	await writeFile(join(dataFolder, 'definitions', 'meadow.yml'), siteDefinition(site.url, {settings, head: `legacylinks: ["${left}"]`}));
	const movie = await addMovie(line, spring.metaId);

	const ui = await openUi(t, line.url);
	const {page} = ui;
	await page.setViewport({width: 390, height: 844, isMobile: true, hasTouch: true});
	const fits = async () => t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	await ui.logIn('admin', line.adminPassword);
	await page.evaluate(`location.hash = '#/settings/indexers'`);
	await ui.click(button('Choose a site'));
	await ui.see('Its pages are behind a browser check.');
	await ui.click(button('Add Hidden Meadow'));
	await ui.fill('::-p-aria([name="User name"][role="textbox"])', account.username);
	await ui.fill('dialog input[type=password]', account.password);
	await ui.fill('dialog input[type=url]', left);
	await ui.click('dialog ::-p-text(Seeding and limits)');
	await ui.fill('dialog ::-p-aria([name="Seed ratio"])', '1.5');
	await ui.click(button('Test'));
	await ui.see('an old address of its site');
	t.is(site.heard.length, 0);
	await ui.click(button(`Use ${site.url}/`));
	await ui.see('The login was taken');
	await ui.see(spring.title);
	await fits();
	await ui.click('dialog [type=submit]');
	await ui.see('Hidden Meadow was added.');
	t.is(site.solved, 1);
	const {indexers} = await api.get<{indexers: object[]}>('/api/indexers');
	t.like(indexers[0], {kind: 'definition', url: `${site.url}/`, seedRatio: 1.5, captcha: true});

	forgetsAt(site, '/list');
	await page.evaluate(`location.hash = '#/movies/${movie.id}?tab=releases'`);
	await ui.see('1 of 1 indexer answered in');
	await ui.see('OPENREEL');
	await fits();

	const begun = Promise.withResolvers<void>();
	forgetsAt(site, '/file', () => {
		site.answer = ({path}) => {
			if (path === '/take-login') {
				begun.resolve();
			}
			return path === '/take-login';
		};
	});
	await ui.click('tr.release ::-p-aria(Grab)');
	await begun.promise;
	await line.killWorkers();
	site.answer = () => false;
	await line.startWorkers();
	const hasFile = async () => (await api.get<MovieReply>(`/api/library/movies/${movie.id}`)).hasFile || null;
	await until(hasFile);
	await ui.see('In the library');
	await fits();
	t.deepEqual(filesBelow(library), ['Spring (2019)/Spring (2019) [Bluray-1080p]-OPENREEL.mkv']);
	// The import is noted after the file.
	await until(async () => (await historyOf(line, movie.id)).includes('imported') || null);
	t.deepEqual(await historyOf(line, movie.id), ['titleAdded', 'grabbed', 'imported']);
	t.is((await api.get<{items: object[]}>('/api/queue')).items.length, 1);
	t.is(site.paths().filter(path => path === '/file').length, 2, 'asked, forgotten, and asked once more by the next worker');
	t.is(site.paths().filter(path => path === '/take-login').length, 4);
	t.is(site.solved, 1, 'the challenge was solved once');
	t.deepEqual(ui.faults, []);
});
