import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {pino} from 'pino';
import {UpstreamFailed} from '#shared/errors.ts';
import {visitTo, within} from '#test/helpers/browser.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {findBrowser} from '#workers/integrations/browser/find-browser.ts';
import {createPageOpener} from '#workers/integrations/browser/page-opener.ts';

test('a browser that hangs at its start is not blamed on the site, and the next one that is named is used', async t => {
	const folder = tempFolder(t);
	const slow = join(folder, 'slow');
	writeFileSync(slow, '#!/bin/sh\ncase "$1" in --version) echo "Chromium 156.0.1.1";; *) exec sleep 300;; esac\n');
	chmodSync(slow, 0o755);
	let named = slow;
	const find = () => findBrowser({setting: named, variable: null, path: ''});
	const opener = createPageOpener({find, headless: () => true, named: () => named, log: pino({level: 'silent'})});
	t.teardown(opener.close);
	const late = await t.throwsAsync(opener.open(visitTo('http://127.0.0.1:1'), within(1500)), {instanceOf: UpstreamFailed});
	t.like(late, {code: 'timed_out'});
	t.regex(late.message, /browser did not start in time/);
	named = join(folder, 'missing');
	t.like(await t.throwsAsync(opener.open(visitTo('http://127.0.0.1:1'), within(5000))), {code: 'browser_missing'});
});
