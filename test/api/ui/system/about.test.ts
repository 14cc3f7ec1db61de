import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {versionsIn} = await pageModule('system/about.ts');

test('the changelog is shown by versions and headings, with code and links as plain words', t => {
	const text = [
		'# Changelog\n\nWhat users notice.',
		'## 0.2.0\n\n- `npm start` is faster.',
		'## 0.1.0 (unreleased)\n\nThe first one.\n\n**The library**\n- Names, see [security](SECURITY.md).\n- Files.',
	].join('\n\n');
	t.deepEqual(versionsIn(text), [
		{name: '0.2.0', parts: [{heading: '', items: ['npm start is faster.']}]},
		{name: '0.1.0 (unreleased)', parts: [{heading: 'The library', items: ['Names, see security.', 'Files.']}]},
	]);
	t.deepEqual(versionsIn(''), []);
});
